import { expect, test } from 'vitest';
import { sayExtent } from './extent.ts';

const section = (label: string, changed: number) => ({
  label,
  quizzes: 1,
  quizNames: ['Quiz 1'],
  students: 12,
  isNew: false,
  added: 0,
  changed,
  removed: 0,
});

test.each([
  [true, [0], 'a new grade file with 1 section. Nothing is saved yet.'],
  [false, [3, 0, 0], 'changes your grade file in 1 section. Nothing is saved yet.'],
  [false, [1, 2], 'changes your grade file in 2 sections. Nothing is saved yet.'],
  [false, [0, 0], 'your grade file has these grades already.'],
])('an upload says how many sections it changes: new %j, rows %j', (isNew, changed, said) => {
  const sections = changed.map((rows, index) => section(`MAT-${index}`, rows));
  expect(sayExtent({ isNew, sections })).toBe(said);
});
