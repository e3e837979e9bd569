import { DateTimeField } from '../../../platform/ui/date-time-field.tsx';
import { RadioChoice } from '../../../platform/ui/radio-choice.tsx';
import { serverNow } from '../../../platform/web/client/server-clock.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { type ExpiryValues, expirationOf } from './expiry.ts';

const { timeZone } = pageData.campus;

interface ExpiryFieldProps {
  values: ExpiryValues;
  error: string | undefined;
  onChange: (change: Partial<ExpiryValues>) => void;
}

export function ExpiryField({ values, error, onChange }: ExpiryFieldProps) {
  const instant = expirationOf(values, timeZone);
  const isPast = instant !== null && instant !== '' && Date.parse(instant) <= serverNow();
  return (
    <>
      <RadioChoice
        legend="Expiration"
        name="expires"
        value={values.expires}
        onChange={(expires) => onChange({ expires })}
        options={[
          { value: 'never', label: 'Never expires' },
          { value: 'on', label: 'Expires on a date' },
        ]}
      />
      {values.expires === 'on' && (
        <DateTimeField
          name="expirationDate"
          label="Expiration Date"
          timeZone={timeZone}
          description={
            isPast ? 'This is in the past: the link stops working as soon as you save.' : undefined
          }
          withAsterisk
          value={values.expirationDate}
          error={error}
          onChange={(event) => onChange({ expirationDate: event.currentTarget.value })}
        />
      )}
    </>
  );
}
