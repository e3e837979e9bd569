import { Button } from '@mantine/core';
import { DialogActions } from '../../../platform/ui/dialog.tsx';
import { useCode } from '../../../platform/web/feedback/use-code.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import styles from './facts.module.css';

interface DeskCodeProps {
  link: string;
  expiresAt: string;
  name: string;
  onClose: () => void;
}

/** The link only as a code: the password is typed on the person's own phone, never on IT's computer. */
export function DeskCode({ link, expiresAt, name, onClose }: DeskCodeProps) {
  const code = useCode(link);
  return (
    <div className={styles.confirmation}>
      <p className={styles.explained}>
        Let {name} scan this code with their own phone and set a new password there.
      </p>
      {code === null ? (
        <div className={styles.code} role="status" aria-label="Drawing the QR code" />
      ) : (
        <img
          className={styles.code}
          src={code}
          alt="QR code of the link to set a new password"
          width={256}
          height={256}
          data-secret
        />
      )}
      <p className={styles.soft}>
        It works once, until <CampusTime value={expiresAt} />. Until then, the two of you can show a new one
        in its place.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </div>
  );
}
