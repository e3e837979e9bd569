import { Button } from '@mantine/core';
import { LinkIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { passwordReset } from '../tool.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import styles from './reset.module.css';
import { useLink } from './use-link.ts';

/** Where the link of the email leads: its token is behind the `#`, and leaves the address at once. */
export function Screen() {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  const link = useLink(token);
  const [isDone, setIsDone] = useState(false);
  const formPath = passwordReset.screens.form.path;
  if (isDone)
    return (
      <div className={styles.page}>
        <PageHeading>Your password was changed</PageHeading>
        <Panel>
          <p role="status" className={styles.done}>
            Sign in with your new password, also on your phone and your other devices.
          </p>
          <Button component="a" href="/sign-in" mt="md">
            Sign in
          </Button>
        </Panel>
      </div>
    );
  const isUnclear = link.problem?.reason === 'unclear';
  if (link.problem !== null)
    return (
      <PageNotice title="Set a new password" icon={<LinkIcon />}>
        <p>{link.problem.detail}</p>
        {link.mayTryAgain ? (
          <Button onClick={link.open}>Try again</Button>
        ) : (
          <>
            {isUnclear && (
              <Button component="a" href="/sign-in">
                Sign in
              </Button>
            )}
            <Button component="a" href={formPath} variant={isUnclear ? 'default' : 'filled'}>
              Start over
            </Button>
          </>
        )}
      </PageNotice>
    );
  return (
    <div className={styles.page}>
      <PageHeading {...(link.opened === null ? {} : { lead: `For ${link.opened.email}.` })}>
        Set a new password
      </PageHeading>
      <Panel>
        {link.opened === null ? (
          <SkeletonRows rows={3} label="Checking the link" />
        ) : (
          <NewPasswordForm token={token} of={link.opened} onDone={() => setIsDone(true)} onOver={link.fail} />
        )}
      </Panel>
    </div>
  );
}
