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

/** The token after the `#` of the link, or the one that an earlier load has kept; empty if there is neither. */
function readToken(): string {
  return location.hash.slice(1) || ((history.state as { resetToken?: string } | null)?.resetToken ?? '');
}

/** Out of the address, into this history entry: a reload keeps it there, and no server sees it. */
function keepToken(resetToken: string | undefined): void {
  history.replaceState({ ...history.state, resetToken }, '', location.pathname);
}

/** Where the link in the email goes. Its token leaves the address at once, and the tab once it is useless. */
export function Screen() {
  const [token] = useState(readToken);
  const link = useLink(token);
  const [isDone, setIsDone] = useState(false);
  const isOver = isDone || link.isOver;
  useEffect(() => keepToken(isOver ? undefined : token), [token, isOver]);
  const formPath = passwordReset.screens.form.path;
  if (isDone)
    return (
      <div className={styles.page}>
        <PageHeading>Your password was changed</PageHeading>
        <Panel>
          <p role="status" className={styles.done}>
            Sign in with your new password, including on your phone and your other devices.
          </p>
          <Button component="a" href="/sign-in" mt="md">
            Sign in
          </Button>
        </Panel>
      </div>
    );
  if (token === '')
    return (
      <PageNotice title="Set a new password" icon={<LinkIcon />}>
        <p>Open the link in your email again. It works once.</p>
        <Button component="a" href={formPath}>
          Start over
        </Button>
      </PageNotice>
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
