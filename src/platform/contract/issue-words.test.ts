import { expect, test } from 'vitest';
import { z } from 'zod';
import { sayIssue } from './issue-words.ts';

test.each([
  [['', 'open', 'done'], 'Choose one of: open, done.'],
  [['', 'open'], 'Enter "open".'],
  [[''], 'Leave this empty.'],
])('of the choices %j, those that can be named are', (choices, words) => {
  const shape = z.enum(choices as [string, ...string[]]);
  const { error } = shape.safeParse('never', { error: sayIssue });
  expect(error?.issues.map(({ message }) => message)).toEqual([words]);
});
