import { CaptchaField } from './captcha-field.tsx';
import { ResetFormFields } from './reset-form.tsx';
import { useAltcha } from './use-altcha.ts';

/** The form with our own captcha. */
export function AltchaForm({ onDone }: { onDone: (message: string) => void }) {
  const captcha = useAltcha();
  return (
    <ResetFormFields captcha={captcha} onDone={onDone}>
      {(error) => <CaptchaField captcha={captcha} error={error} />}
    </ResetFormFields>
  );
}
