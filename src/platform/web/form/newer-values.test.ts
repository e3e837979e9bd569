import { expect, test } from 'vitest';
import { newerValues } from './newer-values.ts';

const before = { room: '101', audience: 'everyone', groups: ['IT'], photo: [] as string[] };

test('what a person did not change becomes what someone else saved, and what they changed stays', () => {
  const current = { ...before, room: '102', audience: 'employees', groups: ['IT', 'Library'] };
  expect(newerValues({ ...before, room: '103' }, { before, current }, [])).toEqual({
    ...current,
    room: '103',
  });
  expect(newerValues({ ...before, photo: ['me.jpg'] }, { before, current }, [])).toEqual({
    ...current,
    photo: ['me.jpg'],
  });
});

test('fields of one question stay together', () => {
  const current = { ...before, audience: 'employees' };
  const typed = { ...before, groups: ['Library'] };
  expect(newerValues(typed, { before, current }, [['audience', 'groups']])).toEqual(typed);
  expect(newerValues(before, { before, current }, [['audience', 'groups']])).toEqual(current);
});
