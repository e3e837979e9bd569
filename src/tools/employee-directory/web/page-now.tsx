import type { Addable, EmployeePage } from '../contract.ts';

const labels = { room: 'Room', hours: 'Hours', askAbout: 'Ask me about', pronouns: 'Pronouns' } as const;
type Text = keyof typeof labels;

/** A question with a few answers; `now` and `chosen` are values of its options. */
interface Choice {
  label: string;
  options: readonly { value: string; label: string }[];
  now: string;
  chosen: string;
}

interface PageNowProps {
  page: EmployeePage;
  fields: readonly Addable[];
  /** What the form says. */
  values: Readonly<Record<Text, string>>;
  choices?: readonly Choice[];
}

/** After someone else saved first: what the page says now, if this person has changed it, too. */
export function PageNow({ page, fields, values, choices = [] }: PageNowProps) {
  const texts = fields
    .filter((field) => field !== 'photo')
    .filter((field) => page[field] !== values[field])
    .map((field) => ({ label: labels[field], now: page[field] }));
  const others = choices
    .filter(({ now, chosen }) => now !== chosen)
    .map(({ label, options, now }) => ({
      label,
      now: options.find(({ value }) => value === now)?.label ?? now,
    }));
  return [...texts, ...others].map(({ label, now }) => (
    <span key={label}>
      {label}: <strong>{now === '' ? 'empty' : now}</strong>
    </span>
  ));
}
