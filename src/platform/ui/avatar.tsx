import styles from './avatar.module.css';

interface AvatarProps {
  initials: string;
  /** Address of the photo, or null for the initials. */
  photo: string | null;
}

/** A person at 32 px: the photo, or the initials. Decorative: the name is next to it or in the button's label. */
export function Avatar({ initials, photo }: AvatarProps) {
  if (photo !== null) return <img className={styles.avatar} src={photo} alt="" width={32} height={32} />;
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials}
    </span>
  );
}
