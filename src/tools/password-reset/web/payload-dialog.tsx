import { Dialog } from '../../../platform/ui/dialog.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { type Attempt, readAttemptPayload } from '../contract.ts';
import styles from './facts.module.css';

interface PayloadDialogProps {
  open: boolean;
  attempt: Attempt | null;
  onClose: () => void;
}

/** What was typed in one attempt. */
export function PayloadDialog({ open, attempt, onClose }: PayloadDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="What was typed">
      {attempt !== null && <Payload id={attempt._id} email={attempt.PrincipalEmail} />}
    </Dialog>
  );
}

function Payload({ id, email }: { id: string; email: string }) {
  const payload = useCall(readAttemptPayload, { params: { id } });
  if (!payload.data) return <Pending answer={payload} what="this" rows={4} />;
  const {
    birthdate,
    last4ssn,
    personalPhoneNumber,
    id: collegeId,
    isInternationalStudent,
  } = payload.data.data;
  const typed = [
    ['College ID', collegeId],
    ['Birthdate', birthdate],
    ['Last 4 digits', isInternationalStudent ? 'International student' : last4ssn],
    ['Phone', personalPhoneNumber],
  ] as const;
  return (
    <>
      <p className={styles.soft}>For {email}. The audit log now says that you looked at this.</p>
      <dl className={styles.typed}>
        {typed.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value === '' ? 'Nothing' : value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
