import { Button } from '@mantine/core';
import { LoaderCircle, ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './reset.module.css';
import type { SolvedCaptcha } from './use-altcha.ts';

const words = {
  idle: 'We check that you are not a robot while you fill in the form.',
  working: 'Checking that you are not a robot. This takes a few seconds.',
  solved: 'Checked: you are not a robot.',
  failed: 'The check that you are not a robot failed.',
};

/** The captcha's progress. The person has nothing to do, unless it failed. */
export function CaptchaField({ captcha, error }: { captcha: SolvedCaptcha; error?: ReactNode }) {
  const { state, startOver } = captcha;
  const Icon = state === 'solved' ? ShieldCheck : state === 'working' ? LoaderCircle : ShieldQuestion;
  return (
    <div className={styles.captcha} data-state={state}>
      <Icon size={20} aria-hidden="true" className={styles.icon} />
      <p role="status">{words[state]}</p>
      {state === 'failed' && (
        <Button variant="default" size="compact-sm" onClick={startOver}>
          Try again
        </Button>
      )}
      {error !== undefined && error !== null && <p className={styles.error}>{error}</p>}
    </div>
  );
}
