import { Eye } from 'lucide-react';
import { EntryList } from '../../../platform/ui/entry-list.tsx';
import { RadioChoice } from '../../../platform/ui/radio-choice.tsx';
import type { FileOptions } from '../contract/shapes.ts';
import styles from './audience-fields.module.css';
import { type AudienceValues, tellAudience } from './audience-values.ts';

interface AudienceFieldsProps {
  values: AudienceValues;
  errors: Readonly<Record<string, unknown>>;
  onChange: <Name extends keyof AudienceValues & string>(name: Name, value: AudienceValues[Name]) => void;
  options: FileOptions | undefined;
}

/** Who may have a file, from where, and both in a sentence. */
export function AudienceFields({ values, errors, onChange, options }: AudienceFieldsProps) {
  const campus = options?.campusNetworks ?? [];
  return (
    <div className={styles.audience}>
      <RadioChoice
        legend="Who can see it"
        name="who"
        value={values.who}
        onChange={(who) => onChange('who', who)}
        options={[
          { value: 'everyone', label: 'Everyone who is signed in' },
          { value: 'groups', label: 'Only these groups' },
        ]}
      />
      {values.who === 'groups' && (
        <EntryList
          name="adGroups"
          legend="Groups"
          label="Group"
          placeholder="Name of a group"
          value={values.adGroups}
          onChange={(entries) => onChange('adGroups', entries)}
          suggestions={options?.groups.map(({ name }) => name) ?? []}
          addText="Add a group"
          error={message(errors.adGroups)}
        />
      )}
      <RadioChoice
        legend="Where it can be downloaded"
        name="from"
        value={values.from}
        onChange={(from) => {
          onChange('from', from);
          const isEmpty = values.ipAddresses.every((one) => one.trim() === '');
          if (from === 'addresses' && isEmpty && campus.length > 0) onChange('ipAddresses', [...campus]);
        }}
        options={[
          { value: 'anywhere', label: 'From anywhere' },
          { value: 'addresses', label: 'Only from these addresses' },
        ]}
      />
      {values.from === 'addresses' && (
        <EntryList
          name="ipAddresses"
          legend="Addresses"
          label="Address"
          hint="One address, or a network such as 10.20.0.0/16."
          value={values.ipAddresses}
          onChange={(entries) => onChange('ipAddresses', entries)}
          addText="Add an address"
          error={message(errors.ipAddresses)}
        />
      )}
      <p className={styles.sentence} role="status">
        <Eye size={18} aria-hidden="true" />
        {tellAudience(values, options)}
      </p>
    </div>
  );
}

const message = (error: unknown) => (typeof error === 'string' ? error : undefined);
