import styles from './check-field.module.css';

interface CheckFieldProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A single checkbox that may stay empty. */
export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className={styles.field}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
