import styles from './check-field.module.css';

interface CheckFieldProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** One yes that may be left out. */
export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className={styles.field}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
