import { expect, test } from 'vitest';
import { sayProgress } from './sentence.ts';

test('progress is in whole percent, and never done before the file is', () => {
  expect([sayProgress(0, 3), sayProgress(2, 3), sayProgress(4, 3)]).toEqual(['0%', '66%', '99%']);
});
