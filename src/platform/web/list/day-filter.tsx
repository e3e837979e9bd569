import { useState } from 'react';
import { DateField } from '../../ui/date-field.tsx';

interface DayFilterProps {
  name: string;
  label: string;
  /** As in the address: `2026-11-21`, empty for no filter. */
  value: string;
  onChange: (day: string) => void;
}

/** A day that narrows a list once it is complete: a half-typed year does not. */
export function DayFilter({ name, label, value, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed, for example because all filters were cleared.
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <DateField
      name={name}
      label={label}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (currentTarget.validity.valid) onChange(currentTarget.value);
      }}
    />
  );
}
