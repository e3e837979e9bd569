import type { Addable, EmployeePage } from '../contract.ts';

const labels = { room: 'Room', hours: 'Hours', askAbout: 'Ask me about', pronouns: 'Pronouns' } as const;
type Text = keyof typeof labels;

interface PageNowProps {
  page: EmployeePage;
  fields: readonly Addable[];
  /** What the form says. */
  values: Readonly<Record<Text, string>>;
}

/** After someone else saved first: what the page says now, where the form says something else. */
export function PageNow({ page, fields, values }: PageNowProps) {
  return fields
    .filter((field) => field !== 'photo')
    .filter((field) => page[field] !== values[field])
    .map((field) => (
      <span key={field}>
        {labels[field]}: <strong>{page[field] === '' ? 'empty' : page[field]}</strong>
      </span>
    ));
}
