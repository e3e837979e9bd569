import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { setPassword } from '../contract.ts';
import { PasswordField } from './password-field.tsx';
import type { OpenedLink } from './use-link.ts';

interface NewPasswordFormProps {
  token: string;
  of: OpenedLink;
  onDone: () => void;
  /** The link no longer works. */
  onOver: (problem: ApiError) => void;
}

export function NewPasswordForm({ token, of, onDone, onOver }: NewPasswordFormProps) {
  const set = useWrite(setPassword, { invalidates: [] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newPassword,
    initialValues: { password: '' },
    toBody: ({ password }) => ({ token, password }),
    send: (body) => set.send({ body }),
    onDone,
    onProblem: (problem) => {
      if (problem.reason === 'link-over' || problem.reason === 'unclear') onOver(problem);
    },
  });
  return (
    <EntryForm entry={entry} action="Set password">
      {/* So that a password manager knows whose password it is. */}
      <input hidden name="username" autoComplete="username" value={of.email} readOnly />
      <PasswordField
        {...entry.fields.getInputProps('password')}
        value={entry.fields.values.password}
        rules={{ minimumLength: of.minimumLength, names: [of.name, of.email] }}
      />
    </EntryForm>
  );
}
