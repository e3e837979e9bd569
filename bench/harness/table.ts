import type { Goal, Line, Report, Unit } from './row.ts';
import type { Spread } from './statistics.ts';

const headings = ['', 'Quad', 'limit', 'ratio', 'goal', ''];

/** The lines of one row as a table: medians, with the lowest and highest in parentheses. */
export function tableOf({ lines }: Pick<Report, 'lines'>): string {
  const rows = [headings, ...lines.map(cellsOf)];
  const widths = headings.map((_heading, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd())
    .join('\n');
}

function cellsOf({ what, unit, ours, limit, ratio, goal, met }: Line): string[] {
  return [
    what,
    show(ours, unit),
    limit === null ? '' : `${show(limit.reached, unit)} ${limit.name}`,
    ratio === null ? '' : show(ratio, null),
    goal === null ? '' : showGoal(goal, ratio === null ? unit : null),
    met === null ? '' : met ? 'met' : 'MISSED',
  ];
}

function showGoal(goal: Goal, unit: Unit | null): string {
  const [sign, value] = 'atLeast' in goal ? ['>=', goal.atLeast] : ['<=', goal.atMost];
  return `${sign} ${value}${suffix(unit)}`;
}

function show({ median, least, most }: Spread, unit: Unit | null): string {
  const middle = `${digits(median)}${suffix(unit)}`;
  return least === most ? middle : `${middle} (${digits(least)}-${digits(most)})`;
}

function suffix(unit: Unit | null): string {
  if (unit === null) return '';
  return unit === '/s' ? '/s' : ` ${unit}`;
}

/** Three significant digits; more would be noise. */
function digits(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
