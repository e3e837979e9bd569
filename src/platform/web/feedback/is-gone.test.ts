import { expect, onTestFinished, test } from 'vitest';
import { ApiError, silentFailure } from '../client/api-error.ts';
import { unsavedWork } from '../session/unsaved-work.ts';
import { isGone } from './is-gone.ts';

const refused = (status: number) => new ApiError({ status, detail: 'No.' });

test('a page whose record was removed says so, but not while someone is typing on it', () => {
  const removed = { data: {}, error: refused(404) };
  expect(isGone(removed)).toBe(true);
  const form = {};
  unsavedWork.add(form);
  onTestFinished(() => void unsavedWork.delete(form));
  expect(isGone(removed)).toBe(false);
  expect(isGone({ data: undefined, error: refused(400) })).toBe(true);
});

test('a failure that may pass does not make anything gone', () => {
  for (const error of [null, refused(403), refused(500), silentFailure('offline')]) {
    expect(isGone({ data: {}, error })).toBe(false);
  }
});
