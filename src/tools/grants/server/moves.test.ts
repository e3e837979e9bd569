import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { moves, reportMoves } from './moves.ts';

const page = readFileSync('docs/decisions/033-votes-on-applications.md', 'utf8');

test('the documents show the moves that exist, and no others', () => {
  const all = [...Object.entries(moves), ...Object.entries(reportMoves)];
  const rows = [...page.matchAll(/^\| ([A-Z][\w, ]*?) +\| (\w+) +\| (applicant|approver) +\|/gm)];
  expect(rows.map(([, from, to, by]) => [from, to, by])).toEqual(
    expect.arrayContaining(all.map(([to, { from, by }]) => [from.join(', '), to, by])),
  );
  expect(rows).toHaveLength(all.length);
  const arrows = [...page.matchAll(/^ +(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} ${to}`);
  expect(arrows.toSorted()).toEqual(
    all.flatMap(([to, { from }]) => from.map((one) => `${one} ${to}`)).toSorted(),
  );
});
