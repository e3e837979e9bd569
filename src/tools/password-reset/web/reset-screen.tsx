import { CloudOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { type ResetForm, readResetForm } from '../contract.ts';
import { passwordReset } from '../tool.ts';
import { AltchaForm } from './altcha-form.tsx';
import styles from './reset.module.css';

/** For people who are locked out: they say who they are, and get a link by email. */
export function Screen() {
  const form = useCall(readResetForm, {});
  const [message, setMessage] = useState<string | null>(null);
  const latest = form.data?.data;
  /** Once it was open: what someone has typed stays, even while the directory is down for a moment. */
  const [opened, setOpened] = useState<ResetForm | null>(null);
  if (latest?.isOn && opened === null) setOpened(latest);
  const known = opened ?? latest;
  if (known?.isOn === false)
    return (
      <PageNotice title="Passwords can't be reset here" icon={<CloudOff />}>
        <p>Please contact IT. They can help you with your password.</p>
      </PageNotice>
    );
  return (
    <div className={styles.page}>
      <PageHeading>{passwordReset.screens.form.title}</PageHeading>
      <ol className={styles.steps}>
        <li>Tell us who you are. It takes about two minutes.</li>
        <li>
          If everything matches, we email a link to your personal address on record within a few minutes.
        </li>
        <li>Open it within {known?.linkMinutes ?? 10} minutes and set your new password.</li>
      </ol>
      {message !== null ? (
        <Panel>
          <p role="status" className={styles.done}>
            {message}
          </p>
          <p className={styles.hint}>
            No email after ten minutes? Check your spam folder, or come to the IT office with an ID.
          </p>
        </Panel>
      ) : known ? (
        <Panel>
          <FormFor form={known} onDone={setMessage} />
        </Panel>
      ) : (
        <Pending answer={form} what="the form" rows={6} />
      )}
    </div>
  );
}

const OutsideCaptchaForm = lazy(async () => ({
  default: (await import('./outside-captcha-form.tsx')).OutsideCaptchaForm,
}));

function FormFor({ form: { captcha }, onDone }: { form: ResetForm; onDone: (message: string) => void }) {
  if (captcha.kind === 'altcha') return <AltchaForm onDone={onDone} />;
  // Scripts of a service are allowed only in a page that was loaded for this form.
  if (!isLoadedHere()) return <LoadHere />;
  return (
    <Suspense fallback={<SkeletonRows rows={6} label="Loading the form" />}>
      <OutsideCaptchaForm kind={captcha.kind} siteKey={captcha.siteKey ?? ''} onDone={onDone} />
    </Suspense>
  );
}

function LoadHere() {
  useEffect(() => window.location.reload(), []);
  return <SkeletonRows rows={6} label="Loading the form" />;
}

/** Whether the browser loaded this address instead of coming here from another page of the portal. */
function isLoadedHere(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded === undefined || new URL(loaded.name).pathname === window.location.pathname;
}
