import { RadioChoice } from '../../../platform/ui/radio-choice.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { instantOf, localDateTimeOf, nameOfZone } from '../../../platform/ui/zoned-time.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import type { Link } from '../contract.ts';

/** How the end of a link is typed: never, or a date and time on the college's clock. */
export interface ExpiryValues {
  expires: 'never' | 'on';
  expirationDate: string;
}

const { timeZone } = pageData.campus;

export function expiryOf(link: Pick<Link, 'expirationDate'> | null): ExpiryValues {
  const date = link?.expirationDate ?? null;
  if (date === null) return { expires: 'never', expirationDate: '' };
  return { expires: 'on', expirationDate: localDateTimeOf(date, timeZone) };
}

/** As the call wants it. A date that is missing or half typed stays an empty text, which the contract refuses. */
export function expirationOf({ expires, expirationDate }: ExpiryValues): string | null {
  return expires === 'never' ? null : (instantOf(expirationDate, timeZone) ?? '');
}

interface ExpiryFieldProps {
  values: ExpiryValues;
  error: string | undefined;
  onChange: (change: Partial<ExpiryValues>) => void;
}

export function ExpiryField({ values, error, onChange }: ExpiryFieldProps) {
  const instant = expirationOf(values);
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
            isPast ? 'This is in the past: the link stops working as soon as you save.' : nameOfZone(timeZone)
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
