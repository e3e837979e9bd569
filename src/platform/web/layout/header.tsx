import { Button } from '@mantine/core';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { NoticeBell } from '../notices/notice-bell.tsx';
import { hasMark } from '../offline/mark.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { useLocalNavigation } from '../routes/link.tsx';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { whenIdle } from '../routes/when-idle.ts';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import { currentAddress, signInAddress } from '../session/sign-in.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import { MainNavigation } from './main-navigation.tsx';
import { MobileNavigation } from './mobile-navigation.tsx';

const OfflineStatus = lazyPart(async () => {
  await whenIdle();
  return (await import('../offline/offline-status.tsx')).OfflineStatus;
});

/** Whether this person has screens that open offline, or something is waiting on this device. */
function useWorksOffline(): boolean {
  const { routes } = usePortal();
  const mayOpen = useMayOpen();
  return hasMark() || routes.some(({ offline, access }) => offline && access !== 'public' && mayOpen(access));
}

export function Header() {
  const { account, status } = useAccount();
  const worksOffline = useWorksOffline();
  return (
    <header className="quad-header" data-no-print>
      <div className={`quad-header-row ${styles.row}`}>
        <Brand />
        <MainNavigation />
        <div className={styles.tools}>
          {worksOffline && <OfflineStatus />}
          <PaletteButton />
          <NoticeBell />
          {account !== null && <AccountMenu account={account} />}
          {status === 'signed-out' && <LoginButton />}
          <MobileNavigation />
        </div>
      </div>
    </header>
  );
}

function LoginButton() {
  // Read, so that the button follows the address of its page.
  const pathname = usePathname();
  const search = useSearch();
  const address = signInAddress(pageData.campus.providers, currentAddress({ pathname, search, hash: '' }));
  const follow = useLocalNavigation(address);
  return (
    <Button component="a" href={address} onClick={follow} size="sm">
      Sign in
    </Button>
  );
}
