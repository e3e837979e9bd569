import { CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import { AppLink } from '../routes/link.tsx';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import { signInAddress } from '../session/sign-in.ts';
import { useOnline } from '../session/use-online.ts';
import { countEntries, describeSubmitted } from './entry.ts';
import styles from './offline-status.module.css';
import { pillOf } from './pill.ts';
import { useEntries } from './use-entries.ts';
import { useOfflineWork } from './use-offline-work.ts';

/** In the header: whether the device is offline, and what is waiting to be sent. Also does the work behind it. */
export function OfflineStatus() {
  useOfflineWork();
  const { account, status } = useAccount();
  const isOnline = useOnline();
  const { submitted, others } = useEntries();

  const mine = account === null ? others : submitted;
  const [first] = mine;
  const isRefused = mine.some(({ state }) => state === 'refused');
  const { counted, word, remedy } = pillOf(mine);
  const sentence = first === undefined ? '' : describeSubmitted(mine);
  const { routes } = usePortal();
  const mayOpen = useMayOpen();
  const screen = routes.find(({ path }) => path === first?.about.screen);
  // From someone who is no longer a resident assistant, for instance.
  const isStuck = isRefused && screen !== undefined && !mayOpen(screen.access);
  const Drawing = isRefused ? TriangleAlert : isOnline ? CloudUpload : CloudOff;
  const look = {
    className: styles.pill,
    'data-pill': true,
    'data-tone': isRefused ? 'bad' : 'warning',
    'aria-label': sentence,
    title: sentence,
  };
  const words = (
    <>
      <Drawing size={17} aria-hidden="true" />
      <span className={styles.words}>{isOnline ? '' : 'Offline, '}</span>
      {counted.length.toLocaleString('en-US')}
      <span className={styles.words}>{word}</span>
    </>
  );
  return (
    <>
      {first === undefined && !isOnline && (
        <span className={styles.pill} data-pill title="No connection">
          <CloudOff size={17} aria-hidden="true" />
          <span className={styles.words}>Offline</span>
        </span>
      )}
      {first !== undefined && account !== null && !isStuck && (
        <AppLink to={first.about.screen} {...look}>
          {words}
        </AppLink>
      )}
      {account !== null && isStuck && (
        <button
          type="button"
          onClick={async () => (await import('./delete-refused.ts')).deleteRefused(mine)}
          {...look}
        >
          {words}
        </button>
      )}
      {first !== undefined && status === 'signed-out' && (
        <a
          href={signInAddress(pageData.campus.providers, first.about.screen)}
          className={styles.pill}
          data-pill
          data-tone="warning"
          title={`${sentence}. Sign in to ${remedy} what you wrote.`}
        >
          <CloudUpload size={17} aria-hidden="true" />
          <span className="quad-heard">Sign in to {remedy}: </span>
          {countEntries(counted)}
          <span className={styles.words}>{word}</span>
        </a>
      )}
      <span className="quad-heard" role="status">
        {[isOnline ? '' : "You're offline.", sentence].filter((part) => part !== '').join(' ')}
      </span>
    </>
  );
}
