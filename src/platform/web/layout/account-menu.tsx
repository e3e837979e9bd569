import { Bell, KeyRound, LogOut, MonitorSmartphone } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Account } from '../../contract/account.ts';
import { initialsOf } from '../../contract/initials.ts';
import { notificationsPath } from '../../contract/notifications.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ColorSchemeSwitch } from '../../ui/color-scheme-switch.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { needsMoreThanAddress, signOut, signOutAddress } from '../offline/sign-out.ts';
import { AppLink } from '../routes/link.tsx';
import { findByPath } from '../routes/match.ts';
import { usePortal } from '../routes/portal.ts';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import styles from './account-menu.module.css';
import { useAccountPhoto } from './account-photo.ts';
import { GroupList } from './group-list.tsx';

const sessionsPath = '/account/sessions';

/** The person in the header; below the name, who they are here, their groups, and Sign Out. */
export function AccountMenu({ account }: { account: Account }) {
  const { routes } = usePortal();
  const { assumed } = useAccount();
  const photo = useAccountPhoto(account);
  const onLogOut = (event: MouseEvent) => {
    if (!needsMoreThanAddress()) return;
    event.preventDefault();
    signOut(account);
  };
  return (
    <Disclosure
      align="end"
      name={`Your account: ${account.name}`}
      buttonClass={styles.button}
      label={
        <>
          <Avatar initials={initialsOf(account.name)} photo={photo} />
          <span className={styles.name}>{account.name}</span>
        </>
      }
    >
      <div className={styles.section}>
        <p className={styles.label}>Signed in as</p>
        <p className={styles.person}>{account.name}</p>
        <p className={styles.email}>{account.email}</p>
      </div>
      <div className={styles.section}>
        <p className={styles.label} id="account-groups">
          Groups
        </p>
        {account.groups.length === 0 ? (
          <p className={styles.email}>{assumed ? 'Not available offline' : 'None'}</p>
        ) : (
          <GroupList groups={account.groups} labelledBy="account-groups" />
        )}
      </div>
      <div className={styles.section}>
        <ColorSchemeSwitch />
      </div>
      <div className={styles.links}>
        {findByPath(routes, sessionsPath) !== null && (
          <AppLink to={sessionsPath} className={styles.link}>
            <MonitorSmartphone size={17} aria-hidden="true" />
            Your sessions
          </AppLink>
        )}
        {findByPath(routes, notificationsPath) !== null && (
          <AppLink to={notificationsPath} className={styles.link}>
            <Bell size={17} aria-hidden="true" />
            Your notifications
          </AppLink>
        )}
        <PasswordLink provider={account.provider} />
        {/* A plain link: the server ends the session only when the browser really goes there. */}
        <a href={signOutAddress(account)} className={styles.link} onClick={onLogOut}>
          <LogOut size={17} aria-hidden="true" />
          Sign out
        </a>
      </div>
    </Disclosure>
  );
}

/** To our page where the directory's passwords are changed, or to the provider's. */
function PasswordLink({ provider }: { provider: string }) {
  const page = pageData.campus.providers.find(({ name }) => name === provider)?.passwordPage;
  if (page === undefined) return null;
  const label = (
    <>
      <KeyRound size={17} aria-hidden="true" />
      Change my password
    </>
  );
  return page.startsWith('/') ? (
    <AppLink to={page} className={styles.link}>
      {label}
    </AppLink>
  ) : (
    <a href={page} className={styles.link}>
      {label}
    </a>
  );
}
