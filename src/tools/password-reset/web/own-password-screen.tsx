import { KeyRound } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { SecretField } from '../../../platform/ui/secret-field.tsx';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useAccount } from '../../../platform/web/session/account.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { changeOwnPassword, readResetForm } from '../contract.ts';
import { passwordReset } from '../tool.ts';
import { PasswordField } from './password-field.tsx';
import styles from './reset.module.css';

/** For people whose password is in the college's directory; others change theirs where they sign in. */
export function Screen() {
  const { account } = useAccount();
  const provider = pageData.campus.providers.find(({ name }) => name === account?.provider);
  if (account === null || provider?.passwordPage !== passwordReset.screens.own.path)
    return (
      <PageNotice title="Your password isn't kept here" icon={<KeyRound />}>
        <p>Change it where you sign in: {provider?.title ?? 'your sign-in service'}.</p>
      </PageNotice>
    );
  return (
    <div className={styles.below}>
      <PageHeading lead={`For ${account.email}. Your sessions on other devices end.`}>
        {passwordReset.screens.own.title}
      </PageHeading>
      <Panel>
        <OwnPasswordForm name={account.name} email={account.email} />
      </Panel>
    </div>
  );
}

function OwnPasswordForm({ name, email }: { name: string; email: string }) {
  const form = useCall(readResetForm, {});
  const minimumLength = form.data?.data.minimumLength ?? 12;
  const change = useWrite(changeOwnPassword, { invalidates: [] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).ownPassword,
    initialValues: { current: '', password: '' },
    toBody: (values) => values,
    send: (body) => change.send({ body }),
    onDone: () => {
      showToast({ title: 'Your password was changed' });
      clear();
    },
    onProblem: (problem) => {
      // What was typed may no longer be right, and must not get in the way of signing out.
      if (problem.reason === 'unclear') clear();
    },
  });
  function clear() {
    entry.fields.setValues({ current: '', password: '' });
    entry.fields.resetDirty({ current: '', password: '' });
  }
  const { fields } = entry;
  return (
    <EntryForm entry={entry} action="Change password">
      <input hidden name="username" autoComplete="username" value={email} readOnly />
      <SecretField
        {...fields.getInputProps('current')}
        name="current"
        label="Current password"
        withAsterisk
        autoComplete="current-password"
      />
      <PasswordField
        {...fields.getInputProps('password')}
        value={fields.values.password}
        rules={{ minimumLength, names: [name, email] }}
      />
    </EntryForm>
  );
}
