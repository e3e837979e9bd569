import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../feedback/problem-alert.tsx';
import styles from './entry-form.module.css';
import type { EntryForm as Entry } from './use-entry-form.ts';

interface EntryFormProps<Values extends Record<string, unknown>> {
  entry: Entry<Values>;
  /** The verb on the button: `Add URL`. */
  action: string;
  onCancel?: () => void;
  /** Instead of `Cancel`, where that could be what the form does. */
  stay?: string;
  /** It can't be sent yet; the form itself says what is missing. */
  isBlocked?: boolean;
  /** Arranges the fields; each child is one of the form's own. */
  className?: string | undefined;
  /** The form is longer than a phone's screen: its button then stays at the bottom. */
  isLong?: boolean;
  /** Next to the message when the submit failed, such as another way out. */
  remedy?: ReactNode;
  children: ReactNode;
}

/** The frame of a form: the message on top, the fields, the buttons. */
export function EntryForm<Values extends Record<string, unknown>>(props: EntryFormProps<Values>) {
  const { entry, action, onCancel, stay = 'Cancel', isBlocked = false, className } = props;
  const { isLong = false, remedy, children } = props;
  const { problem } = entry;
  const elsewhere = Object.entries(problem?.fields ?? {}).filter(
    ([name, message]) => !(name in entry.fields.values) && message !== problem?.detail,
  );
  return (
    <form
      ref={entry.frame}
      noValidate
      className={`${styles.form} ${className ?? ''}`}
      data-long={isLong || undefined}
      onSubmit={entry.submit}
    >
      {problem && (
        <ProblemAlert actions={remedy}>
          <span>{problem.detail}</span>
          {elsewhere.map(([name, message]) => (
            <span key={name}>
              {name}: {message}
            </span>
          ))}
        </ProblemAlert>
      )}
      {/* What is typed while sending would be neither sent nor left in the form. */}
      <div className={styles.fields} inert={entry.isSending}>
        {children}
      </div>
      {entry.progress}
      <div className={styles.actions}>
        <DialogActions>
          <Button type="submit" loading={entry.isSending} disabled={isBlocked}>
            {action}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {stay}
            </Button>
          )}
        </DialogActions>
      </div>
    </form>
  );
}
