import { Check, Circle } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { SecretField } from '../../../platform/ui/secret-field.tsx';
import {
  judgePassword,
  longestPassword,
  type PasswordRule,
  type PasswordRules,
} from '../contract/password-rules.ts';
import styles from './reset.module.css';

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  rules: Omit<PasswordRules, 'common'>;
}

/** A new password, with its requirements, checked at every keystroke. */
export function PasswordField({ value, onChange, error, rules }: PasswordFieldProps) {
  const common = useCommonPasswords();
  const judged = judgePassword(value, { ...rules, common });
  const words: Record<PasswordRule, string> = {
    length: `${rules.minimumLength} to ${longestPassword} characters`,
    common: 'Not a common password',
    name: 'Without your name or username',
  };
  return (
    <SecretField
      name="password"
      label="New password"
      description={
        <>
          Several words in a row are easy to remember and hard to guess.
          <ul className={styles.rules}>
            {(Object.keys(words) as PasswordRule[]).map((rule) => {
              const isMet = value !== '' && judged[rule];
              return (
                <li key={rule} data-met={isMet}>
                  {isMet ? <Check size={16} aria-hidden="true" /> : <Circle size={16} aria-hidden="true" />}
                  <span>{words[rule]}</span>
                  <span className="quad-heard">{isMet ? ' (done)' : ' (not yet)'}</span>
                </li>
              );
            })}
          </ul>
        </>
      }
      descriptionProps={{ component: 'div' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      withAsterisk
      autoComplete="new-password"
      data-autofocus
    />
  );
}

/** The list comes after the form. Until then only the server knows, which decides anyway. */
function useCommonPasswords(): ReadonlySet<string> | null {
  const [list, setList] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    let isGone = false;
    void import('./common-passwords.ts')
      .then(({ loadCommonPasswords }) => loadCommonPasswords())
      .then((loaded) => {
        if (!isGone) setList(loaded);
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);
  return list;
}
