import { EmailText } from '../../../platform/ui/email-text.tsx';
import { OutsideLink } from '../../../platform/ui/outside-link.tsx';
import { CopyButton } from '../../../platform/web/feedback/copy-button.tsx';
import styles from './contact-links.module.css';

export function EmailLink({ email }: { email: string }) {
  if (email === '') return <None />;
  return (
    <span className={styles.contact}>
      <OutsideLink href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
        <EmailText>{email}</EmailText>
      </OutsideLink>
      <CopyButton text={email} label={`Copy ${email}`} />
    </span>
  );
}

/** An extension can be dialed only on campus; a full number from any phone. */
export function PhoneLink({ number, copy = false }: { number: string; copy?: boolean }) {
  if (number === '') return <None />;
  const digits = number.replace(/[^\d+]/g, '');
  const shown = digits.length < 7 ? number : <OutsideLink href={`tel:${digits}`}>{number}</OutsideLink>;
  if (!copy) return shown;
  return (
    <span className={styles.contact}>
      {shown}
      <CopyButton text={number} label={`Copy ${number}`} />
    </span>
  );
}

export function None() {
  return <span className={styles.none}>–</span>;
}
