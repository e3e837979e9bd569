import { LifeBuoy } from 'lucide-react';
import { Contact } from '../../ui/contact.tsx';
import { pageData } from '../session/page-data.ts';
import styles from './who-helps.module.css';

/** Who helps, how to reach them, and when, as far as the college has said so. */
export function WhoHelps() {
  const { supportTeam, supportContact, supportHours } = pageData.campus;
  if (supportContact === undefined && supportHours === undefined) return null;
  return (
    <aside className={styles.help} aria-label="Who helps">
      <LifeBuoy size={22} className={styles.icon} aria-hidden="true" />
      <div>
        <p className={styles.team}>{supportTeam ?? 'Need help?'}</p>
        {supportContact !== undefined && (
          <p>
            <Contact>{supportContact}</Contact>
          </p>
        )}
        {supportHours !== undefined && <p>{supportHours}</p>}
      </div>
    </aside>
  );
}
