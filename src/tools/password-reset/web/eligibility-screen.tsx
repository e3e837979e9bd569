import { useState } from 'react';
import { EmailField } from '../../../platform/ui/email-field.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { checkEligibility } from '../contract.ts';
import { passwordReset } from '../tool.ts';
import styles from './reset.module.css';

/** Whether someone can reset their own password. A refusal says why at the field. */
export function Screen() {
  const check = useWrite(checkEligibility, { invalidates: [] });
  const [message, setMessage] = useState<string | null>(null);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).checkEligibility.body.shape,
    initialValues: { principalEmail: '' },
    toBody: (values) => values,
    send: (body) => {
      setMessage(null);
      return check.send({ body });
    },
    onDone: ({ data }) => setMessage(data.message),
    onProblem: () => setMessage(null),
    isKept: true,
  });
  const { title, lead } = passwordReset.screens.eligibility;
  return (
    <div className={styles.below}>
      <PageHeading lead={lead}>{title}</PageHeading>
      <Panel>
        <EntryForm entry={entry} action="Check">
          <EmailField
            {...entry.fields.getInputProps('principalEmail')}
            name="principalEmail"
            label="College email"
            withAsterisk
          />
          {message !== null && (
            <p role="status" className={styles.done}>
              {message}
            </p>
          )}
        </EntryForm>
      </Panel>
    </div>
  );
}
