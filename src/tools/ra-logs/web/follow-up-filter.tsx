import { CheckField } from '../../../platform/ui/check-field.tsx';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { AddressFilter } from './address-filter.tsx';
import styles from './log-filters.module.css';

const states = [
  { value: 'true', label: 'Open or closed' },
  { value: 'open', label: 'Open' },
  { value: 'unassigned', label: 'Open and unassigned' },
] as const;

interface FollowUpFilterProps {
  /** As in the address; empty means no filter. */
  value: string;
  onChange: (value: string) => void;
}

/** Logs that need follow-up, and which of these. */
export function FollowUpFilter({ value, onChange }: FollowUpFilterProps) {
  const state = states.find((one) => one.value === value);
  return (
    <>
      <CheckField
        label="Needs Follow Up"
        checked={state !== undefined}
        onChange={(checked) => onChange(checked ? 'true' : '')}
      />
      {state !== undefined && (
        <div className={styles.state}>
          <CompactSelect label="Follow-ups" value={state.value} onChange={onChange} options={states} />
        </div>
      )}
      <AddressFilter
        label="Needs no follow-up"
        checked={value === 'false'}
        onChange={(checked) => onChange(checked ? 'false' : '')}
      />
    </>
  );
}
