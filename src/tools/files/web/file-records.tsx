import { Panel } from '../../../platform/ui/panel.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { FileDetails } from '../contract/shapes.ts';
import styles from './file-screen.module.css';

const words: Readonly<Record<string, string>> = {
  'file.upload': 'Published',
  'file.version': 'New version',
  'file.change': 'Edited',
  'file.delete': 'Deleted',
  'file.withdraw': 'Withdrawn',
  'file.restore': 'Published again',
  'file.restore-version': 'Older version restored',
  'file.extend': 'Extended',
  'file.hand-over': 'Handed over to someone else',
  'file.retire': 'Retired',
  'file.notify': 'Notice that it expires soon',
};

/** Who downloaded a file, and what was done to it. */
export function FileRecords({ file }: { file: FileDetails }) {
  return (
    <div className={styles.beside}>
      <section className={styles.section}>
        <h2>Downloads</h2>
        <Panel>
          {file.downloads.length === 0 && <p className={styles.none}>No one has downloaded it yet.</p>}
          <ul className={styles.entries}>
            {file.downloads.map(({ by, at, number }) => (
              <li key={`${by} ${at} ${number}`} className={styles.entry}>
                <span>
                  {by} <span className={styles.soft}>version {number}</span>
                </span>
                <span className={styles.soft}>
                  <CampusTime value={at} />
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </section>
      <section className={styles.section}>
        <h2>History</h2>
        <Panel>
          <ul className={styles.entries}>
            {file.history.map(({ action, by, at }) => (
              <li key={`${action} ${at}`} className={styles.entry}>
                <span>
                  {words[action] ?? action} <span className={styles.soft}>by {by}</span>
                </span>
                <span className={styles.soft}>
                  <CampusTime value={at} />
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </section>
    </div>
  );
}
