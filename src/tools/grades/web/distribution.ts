import type { Bar } from '../../../platform/ui/bar-chart.tsx';
import type { GradeRow, Quiz, Score } from '../contract.ts';

/** How many students are in each tenth of the points possible; a full score is in the last one. */
export function distribute({ pointsPossible, rows }: Quiz, scoreOf: (row: GradeRow) => Score): Bar[] {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const row of rows) {
    const score = scoreOf(row);
    if (typeof score !== 'number') continue;
    const tenth = Math.min(9, Math.floor((score * 10) / pointsPossible));
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  return counts.map((value, tenth) => {
    const from = tenth * 10;
    const name = tenth === 9 ? '90 percent or more' : `${from} to below ${from + 10} percent`;
    return { label: `${from}%`, name, value };
  });
}

/** Students without any retake. */
export function notRetaken(rows: readonly GradeRow[]): GradeRow[] {
  return rows.filter(({ retakes }) => retakes.every((score) => score === null));
}
