import styles from './avatar.module.css';
import { initialsOf } from './initials.ts';

interface AvatarProps {
  name: string;
  /** Address of the photo, or null for initials. */
  photo: string | null;
}

/** A person at 32 px: the photo, or the initials. Decorative, the name stands beside it or in the button's label. */
export function Avatar({ name, photo }: AvatarProps) {
  if (photo !== null) return <img className={styles.avatar} src={photo} alt="" width={32} height={32} />;
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
