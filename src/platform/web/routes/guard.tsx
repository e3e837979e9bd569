import { Button } from '@mantine/core';
import { CloudOff, KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { allows } from '../../contract/access.ts';
import { PageNotice } from '../../ui/page-notice.tsx';
import { WaitingNotice } from '../../ui/waiting-notice.tsx';
import { wasPressRefused } from '../client/session-changed.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import { currentAddress, signInAddress } from '../session/sign-in.ts';
import { addressAfterRefusal } from '../session/sign-in-again.ts';
import { useStayWhileTyping } from '../session/stays-while-typing.tsx';
import { Arrival } from './arrival.ts';
import styles from './guard.module.css';
import { AppLink, useLocalNavigation } from './link.tsx';
import { NeedsNetwork } from './needs-network.tsx';
import { usePortal } from './portal.ts';
import type { Route } from './route.tsx';

const AccessLost = lazyPart(async () => (await import('../session/access-lost.tsx')).AccessLost);

/** Shows the page only to people its declaration admits; everyone else sees why not. */
export function Guard({
  route,
  children,
}: {
  route: Pick<Route, 'access' | 'offline' | 'tellsToSignIn'>;
  children: ReactNode;
}) {
  const { status, account, error, assumed, endedForGood, reload } = useAccount();
  const { access, offline, tellsToSignIn } = route;
  if (assumed && !offline) return <NeedsNetwork onRetry={() => void reload()} />;
  if (access === 'public') return children;
  if (status === 'loading') return <WaitingNotice>Loading...</WaitingNotice>;
  if (account === null) {
    if (error !== null) return <AccountNotLoaded reason={error} reload={reload} />;
    // If this tab went to the provider now, it could disturb a sign-out that is being confirmed there in another tab.
    return tellsToSignIn || endedForGood ? <MustBeSignedIn /> : <RedirectToSignIn />;
  }
  return (
    <Admitted isAllowed={allows(access, account.permissions)} name={account.name}>
      {children}
    </Admitted>
  );
}

interface AdmittedProps {
  isAllowed: boolean;
  name: string;
  children: ReactNode;
}

/** Someone who loses their access while they type keeps what is on the screen; the server refuses the rest. */
function Admitted({ isAllowed, name, children }: AdmittedProps) {
  const [stays, leave] = useStayWhileTyping(isAllowed);
  if (!stays) return <NotAuthorized name={name} />;
  return (
    <>
      {children}
      {!isAllowed && <AccessLost onLeave={leave} />}
    </>
  );
}

/** Where someone signs in to come back to this page. */
function wayBack(): string {
  const here = currentAddress(window.location);
  return signInAddress(pageData.campus.providers, wasPressRefused() ? addressAfterRefusal(here) : here);
}

function RedirectToSignIn() {
  const [, navigate] = useLocation();
  useEffect(() => {
    const address = wayBack();
    // Replaced, not pushed: "Back" must not return to this page.
    if (address.startsWith('/api/')) window.location.replace(address);
    else navigate(address, { replace: true });
  }, [navigate]);
  return <WaitingNotice>Redirecting to Login...</WaitingNotice>;
}

function NotAuthorized({ name }: { name: string }) {
  const path = usePathname();
  const Refused = usePortal().tools.find(({ refused }) => refused !== undefined)?.refused;
  const [isSilent, setIsSilent] = useState(Refused === undefined);
  return (
    <PageNotice title="You are not authorized to view this page" icon={<KeyRound />}>
      <p>
        You're signed in as {name}.{isSilent && ' If you need this page for your work, ask IT for access.'}
      </p>
      {Refused !== undefined && !isSilent && (
        <div className={styles.refused}>
          <Refused path={path} onFailure={() => setIsSilent(true)} />
        </div>
      )}
      <AppLink to="/">Go to the home page</AppLink>
      <Arrival />
    </PageNotice>
  );
}

function AccountNotLoaded({ reason, reload }: { reason: string; reload: () => Promise<void> }) {
  const isOffline = pageData.offline === true;
  return (
    <PageNotice
      title={isOffline ? "You're offline" : 'Your account could not be loaded'}
      icon={isOffline ? <CloudOff /> : <KeyRound />}
    >
      <p>{reason}</p>
      {isOffline && <p>You're not signed in on this device. Sign in while you're online.</p>}
      <Button onClick={() => void reload()}>Try again</Button>
      <Arrival />
    </PageNotice>
  );
}

function MustBeSignedIn() {
  const address = wayBack();
  const follow = useLocalNavigation(address);
  return (
    <PageNotice title="You must be signed in to view this." icon={<KeyRound />}>
      <Button component="a" href={address} onClick={follow}>
        Sign in
      </Button>
      <Arrival />
    </PageNotice>
  );
}
