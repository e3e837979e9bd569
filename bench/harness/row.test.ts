import { expect, test } from 'vitest';
import { compare, figure } from './row.ts';
import { tableOf } from './table.ts';

const sides = { what: 'pages', unit: '/s', against: 'raw SQL' } as const;

test('the ratio is that of the medians; its spread is that of single rounds', () => {
  const line = compare({ ...sides, ours: [40, 50, 90], limit: [100, 100, 120] });
  expect(line.ratio).toEqual({ median: 0.5, least: 0.4, most: 0.75 });
  expect(line.met).toBeNull();
});

test.each([
  [[85], { atLeast: 0.85 }, true],
  [[84.9], { atLeast: 0.85 }, false],
  [[150], { atMost: 1.5 }, true],
  [[151], { atMost: 1.5 }, false],
] as const)('%j of 100 and the goal %j: %s', (ours, goal, met) => {
  expect(compare({ ...sides, ours, limit: [100], goal }).met).toBe(met);
});

test.each([
  [[1, 49, 50], true],
  [[1, 51, 900], false],
])('a figure without a limit is judged by its median: %j', (values, met) => {
  expect(figure('worst page', 'ms', values, { atMost: 50 }).met).toBe(met);
});

test('a figure that was not measured meets no goal', () => {
  expect(figure('p99', 'ms', [Number.NaN], { atMost: 50 }).met).toBe(false);
  expect(compare({ ...sides, ours: [1], limit: [Number.NaN], goal: { atLeast: 0 } }).met).toBe(false);
});

test('the table says what was missed', () => {
  const lines = [
    compare({ ...sides, ours: [1_234.5, 1_500], limit: [2_000, 2_000], goal: { atLeast: 0.7 } }),
    figure('worst page', 'ms', [12.345], { atMost: 50 }),
  ];
  const [, first = '', second = ''] = tableOf({ lines }).split('\n');
  expect(first.split(/ {3,}/).slice(1)).toEqual([
    '1,367/s (1,235-1,500)',
    '2,000/s raw SQL',
    '0.684 (0.617-0.75)',
    '>= 0.7',
    'MISSED',
  ]);
  expect(second.split(/ {3,}/).slice(1)).toEqual(['12.3 ms', '<= 50 ms', 'met']);
});
