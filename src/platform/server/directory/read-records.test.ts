import { expect, test } from 'vitest';
import { readRecords } from './read-records.ts';

test('what reverses the direction of a name, so that it looks like another, is left out of a directory', async () => {
  const file = 'key,givenName,familyName,kind,title\n1,\u2066Ann\u202e,nosredneP,employee,De\u200ban';
  const { records, errors } = await readRecords(Buffer.from(file));
  expect(errors).toEqual([]);
  expect(records).toMatchObject([{ givenName: 'Ann', familyName: 'nosredneP', title: 'De an' }]);
});
