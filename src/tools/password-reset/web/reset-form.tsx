import type { ReactNode } from 'react';
import { CheckField } from '../../../platform/ui/check-field.tsx';
import { EmailField } from '../../../platform/ui/email-field.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { attemptReset } from '../contract.ts';
import { birthdateOf } from './birthdate.ts';
import type { SolvedCaptcha } from './use-altcha.ts';

interface ResetFormProps {
  captcha: SolvedCaptcha;
  onDone: (message: string) => void;
  /** Renders the captcha, with what is wrong with it. */
  children: (error: ReactNode) => ReactNode;
}

/** Left out, it would mean that the person has no Social Security number; here it is a mistake. */
const forgotten = '-';

/** Who someone is. What was typed stays after a refusal, and the captcha starts over with each submit. */
export function ResetFormFields({ captcha, onDone, children }: ResetFormProps) {
  const attempt = useWrite(attemptReset, { invalidates: [] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).resetAttempt,
    initialValues: {
      principalEmail: '',
      id: '',
      birthdate: '',
      last4ssn: '',
      isInternationalStudent: false,
      personalPhoneNumber: '',
    },
    toBody: ({ birthdate, last4ssn, isInternationalStudent, ...values }) => ({
      ...values,
      birthdate: birthdateOf(birthdate),
      ...(isInternationalStudent ? { isInternationalStudent } : { last4ssn: last4ssn.trim() || forgotten }),
      captchaValue: captcha.value,
    }),
    send: async (body) => {
      try {
        return await attempt.send({ body });
      } finally {
        captcha.startOver();
      }
    },
    onDone: ({ data }) => onDone(data.message),
  });
  const { getInputProps } = entry.fields;
  const { isInternationalStudent } = entry.fields.values;
  return (
    <div onFocusCapture={captcha.start}>
      <EntryForm entry={entry} action="Reset my password" isBlocked={captcha.value === null}>
        <EmailField
          {...getInputProps('principalEmail')}
          name="principalEmail"
          label="College email"
          withAsterisk
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField {...getInputProps('id')} name="id" label="College ID" withAsterisk autoComplete="off" />
        <TextField
          {...getInputProps('birthdate')}
          name="birthdate"
          label="Birthdate"
          description="Month/day/year, such as 3/9/2005."
          withAsterisk
          autoComplete="bday"
          inputMode="text"
        />
        {!isInternationalStudent && (
          <TextField
            {...getInputProps('last4ssn')}
            name="last4ssn"
            label="Last 4 digits of your Social Security number"
            withAsterisk
            autoComplete="off"
            inputMode="numeric"
            maxLength={4}
          />
        )}
        <CheckField
          label="I'm an international student without a Social Security number"
          checked={isInternationalStudent}
          onChange={(checked) => entry.fields.setFieldValue('isInternationalStudent', checked)}
        />
        <TextField
          {...getInputProps('personalPhoneNumber')}
          name="personalPhoneNumber"
          type="tel"
          label="Personal phone number"
          description="The one the college has on record."
          withAsterisk
          autoComplete="tel"
        />
        {children(entry.fields.errors.captchaValue)}
      </EntryForm>
    </div>
  );
}
