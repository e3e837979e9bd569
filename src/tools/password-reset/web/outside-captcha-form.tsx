import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ResetForm } from '../contract.ts';
import styles from './reset.module.css';
import { ResetFormFields } from './reset-form.tsx';
import { type OutsideCaptcha, useOutsideCaptcha } from './use-outside-captcha.ts';

interface OutsideCaptchaFormProps {
  kind: Exclude<ResetForm['captcha']['kind'], 'altcha'>;
  siteKey: string;
  onDone: (message: string) => void;
}

/** The form with the captcha of a service that the college has chosen. */
export function OutsideCaptchaForm({ kind, siteKey, onDone }: OutsideCaptchaFormProps) {
  const captcha = useOutsideCaptcha(kind, siteKey);
  return (
    <ResetFormFields captcha={captcha} onDone={onDone}>
      {(error) => <OutsideField captcha={captcha} error={error} />}
    </ResetFormFields>
  );
}

function OutsideField({ captcha, error }: { captcha: OutsideCaptcha; error: ReactNode }) {
  return (
    <div className={styles.captcha} data-state={captcha.state}>
      <div ref={captcha.holder} className={styles.widget} />
      {captcha.state === 'failed' && (
        <>
          <p role="status">
            The check that you are not a robot did not load. A content blocker may be in the way.
          </p>
          <Button variant="default" size="compact-sm" onClick={captcha.startOver}>
            Try again
          </Button>
        </>
      )}
      {error !== undefined && error !== null && <p className={styles.error}>{error}</p>}
    </div>
  );
}
