import { RadioChoice } from '../../../platform/ui/radio-choice.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { nameOfZone } from '../../../platform/ui/zoned-time.ts';
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
  const isPast = instant !== null && instant !== '' && Date.parse(instant) <= Date.now();
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
        <TextField
          type="datetime-local"
          label="Expiration Date"
          description={
            isPast
              ? 'This is in the past: the link stops working as soon as you save.'
              : `On the college clock (${nameOfZone(timeZone)})`
          }
          withAsterisk
          min="2000-01-01T00:00"
          max="2100-12-31T23:59"
          step={values.expirationDate.length > 16 ? 1 : 60}
          value={values.expirationDate}
          error={error}
          onChange={(event) => onChange({ expirationDate: event.currentTarget.value })}
        />
      )}
    </>
  );
}
