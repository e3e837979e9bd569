import { useMantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import styles from './color-scheme-switch.module.css';

const schemes = [
  { value: 'light', label: 'Light', Drawing: Sun },
  { value: 'dark', label: 'Dark', Drawing: Moon },
  { value: 'auto', label: 'System', Drawing: Monitor },
] as const;

/** Light, dark, or like the system. The choice stays in this browser. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const group = useId();
  return (
    <fieldset className={styles.switch}>
      <legend>Appearance</legend>
      <div className={styles.choices}>
        {schemes.map(({ value, label, Drawing }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name={group}
              value={value}
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            <Drawing size={15} aria-hidden="true" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
