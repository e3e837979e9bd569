import { Button } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import { CopyButton } from '../../../platform/web/feedback/copy-button.tsx';
import type { SecretName } from '../contract.ts';
import styles from './secret.module.css';
import { useReveal } from './use-reveal.ts';

/** A button in place of a secret. Pressed, it shows the secret for half a minute, and never on paper. */
export function Secret({ secret, label }: { secret: SecretName; label: string }) {
  const { value, reveal, hide, isPending } = useReveal(secret, label);
  const isShown = value !== null;
  const Drawing = isShown ? EyeOff : Eye;
  return (
    <>
      <span className={styles.secret} data-no-print>
        <output className={styles.value} data-shown={isShown} translate="no">
          {value}
        </output>
        {isShown && <CopyButton text={value} label={`Copy the ${label}`} />}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${isShown ? 'Hide' : 'Reveal'} the ${label}`}
          leftSection={<Drawing size={15} aria-hidden="true" />}
          loading={isPending}
          onClick={isShown ? hide : () => void reveal()}
        >
          {isShown ? 'Hide' : 'Reveal'}
        </Button>
      </span>
      <span className={styles.printed}>shown in the portal only</span>
    </>
  );
}
