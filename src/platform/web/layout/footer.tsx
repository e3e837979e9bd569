import { pageData } from '../session/page-data.ts';
import styles from './footer.module.css';

export function Footer() {
  const { college, copyrightYear, supportContact } = pageData.campus;
  return (
    <footer className={styles.footer} data-no-print>
      <div className={styles.inner}>
        <span>
          Copyright © {copyrightYear} {college}
        </span>
        {supportContact !== undefined && <span>Questions? {contact(supportContact)}</span>}
      </div>
    </footer>
  );
}

/** An address as a link; anything else, such as a telephone number with an extension, as it is written. */
function contact(text: string) {
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return <a href={`mailto:${text}`}>{text}</a>;
  if (/^https?:\/\//.test(text)) return <a href={text}>{text}</a>;
  return text;
}
