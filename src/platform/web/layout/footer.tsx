import { Contact } from '../../ui/contact.tsx';
import { nameOfZone } from '../../ui/zoned-time.ts';
import { pageData } from '../session/page-data.ts';
import styles from './footer.module.css';

export function Footer() {
  const { college, copyrightYear, supportContact, timeZone } = pageData.campus;
  return (
    <footer className={styles.footer} data-no-print>
      <div className={styles.inner}>
        <span>
          Copyright © {copyrightYear} {college}
        </span>
        <span>Times are {nameOfZone(timeZone)}.</span>
        {supportContact !== undefined && (
          <span>
            Questions? <Contact>{supportContact}</Contact>
          </span>
        )}
      </div>
    </footer>
  );
}
