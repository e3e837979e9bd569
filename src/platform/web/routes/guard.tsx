import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { allows } from '../../contract/access.ts';
import { PageNotice } from '../../ui/page-notice.tsx';
import { WaitingNotice } from '../../ui/waiting-notice.tsx';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import { Arrival } from './arrival.ts';
import { AppLink, useLocalNavigation } from './link.tsx';
import type { Route } from './route.tsx';
import { currentAddress, signInAddress } from './sign-in.ts';

/** Shows the page only to whom its declaration admits; everybody else reads why not. */
export function Guard({
  route: { access, tellsToSignIn },
  children,
}: {
  route: Pick<Route, 'access' | 'tellsToSignIn'>;
  children: ReactNode;
}) {
  const { status, account, error, reload } = useAccount();
  if (access === 'public') return children;
  if (status === 'loading') return <WaitingNotice>Loading...</WaitingNotice>;
  if (account === null) {
    if (error !== null) return <AccountNotLoaded reason={error} reload={reload} />;
    return tellsToSignIn ? <MustBeSignedIn /> : <RedirectToSignIn />;
  }
  if (!allows(access, account.permissions)) return <NotAuthorized name={account.name} />;
  return children;
}

function RedirectToSignIn() {
  const [, navigate] = useLocation();
  useEffect(() => {
    const address = signInAddress(pageData.campus.providers, currentAddress(window.location));
    // Replaced, not pushed: "Back" must not lead into this page again.
    if (address.startsWith('/api/')) window.location.replace(address);
    else navigate(address, { replace: true });
  }, [navigate]);
  return <WaitingNotice>Redirecting to Login...</WaitingNotice>;
}

function NotAuthorized({ name }: { name: string }) {
  return (
    <PageNotice title="You are not authorized to view this page" icon={<KeyRound />}>
      <p>You are signed in as {name}. If you need this page for your work, please ask IT for access.</p>
      <AppLink to="/">Back to the home page</AppLink>
      <Arrival />
    </PageNotice>
  );
}

function AccountNotLoaded({ reason, reload }: { reason: string; reload: () => Promise<void> }) {
  return (
    <PageNotice title="Your account could not be loaded" icon={<KeyRound />}>
      <p>{reason}</p>
      <Button onClick={() => void reload()}>Try again</Button>
      <Arrival />
    </PageNotice>
  );
}

function MustBeSignedIn() {
  const address = signInAddress(pageData.campus.providers, currentAddress(window.location));
  const follow = useLocalNavigation(address);
  return (
    <PageNotice title="You must be signed in to view this." icon={<KeyRound />}>
      <Button component="a" href={address} onClick={follow}>
        Log in
      </Button>
      <Arrival />
    </PageNotice>
  );
}
