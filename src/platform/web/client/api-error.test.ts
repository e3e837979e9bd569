import { describe, expect, test } from 'vitest';
import { ApiError, apiErrorOf, asApiError, silentFailure } from './api-error.ts';

function answer(status: number, text: string, headers: Record<string, string> = {}) {
  return { status, text, headers: new Headers({ 'content-type': 'text/html', ...headers }) };
}

const problem = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail: 'This short URL is already taken.',
  reason: 'name-taken',
  fields: { shortUrl: 'Taken.' },
  rows: [{ row: 2, column: 'shortUrl', value: 'x', message: 'Taken.' }],
  rowsTotal: 900,
  requestId: 'r-1',
};
const asProblem = { 'content-type': 'application/problem+json; charset=utf-8' };

describe('a refusal by the server', () => {
  test('is taken as it is', () => {
    const error = apiErrorOf(answer(409, JSON.stringify(problem), asProblem));
    expect(error).toMatchObject({
      status: 409,
      detail: problem.detail,
      reason: 'name-taken',
      fields: problem.fields,
      rows: problem.rows,
      rowsTotal: 900,
      requestId: 'r-1',
      silence: undefined,
      isRefusal: true,
    });
  });

  test('says how long to wait, in seconds or as a date', () => {
    const text = JSON.stringify({ ...problem, status: 429 });
    expect(apiErrorOf(answer(429, text, { ...asProblem, 'retry-after': '120' })).retryAfter).toBe(120);
    const date = new Date(Date.now() + 60_000).toUTCString();
    expect(apiErrorOf(answer(429, text, { ...asProblem, 'retry-after': date })).retryAfter).toBeGreaterThan(
      50,
    );
    expect(
      apiErrorOf(answer(429, text, { ...asProblem, 'retry-after': 'later' })).retryAfter,
    ).toBeUndefined();
  });

  test('with members of the wrong type loses only those', () => {
    const odd = JSON.stringify({ detail: 'No.', reason: 7, fields: { a: 1 }, rows: 'x', rowsTotal: '9' });
    expect(apiErrorOf(answer(400, odd, asProblem))).toMatchObject({
      detail: 'No.',
      reason: undefined,
      fields: {},
      rows: [],
      rowsTotal: 0,
    });
  });
});

describe('anything other than a refusal', () => {
  test.each([
    [500, '<!doctype html><h1>Bad gateway at 10.0.0.3</h1>', {}],
    [502, '', {}],
    [503, 'upstream connect error', { 'content-type': 'text/plain' }],
    [500, '{"detail":', asProblem],
    [500, 'null', asProblem],
    [400, '{}', asProblem],
    [418, '<p>', {}],
    [401, '<html>', {}],
  ])(
    '(%i %j) becomes a sentence that says what to do and shows nothing of the response',
    (status, text, headers) => {
      const error = apiErrorOf(answer(status, text, headers));
      expect(error.status).toBe(status);
      expect(error.detail).toMatch(/^[A-Z].*(try again|sign in again|contact IT|Check)/i);
      expect(error.detail).not.toMatch(/[<>{}]|10\.0\.0\.3|upstream/);
      expect(error.isRefusal).toBe(false);
    },
  );

  test('names the wait when the response did', () => {
    expect(apiErrorOf(answer(503, '', { 'retry-after': '30' })).detail).toContain('in 30 seconds');
    expect(apiErrorOf(answer(429, '', { 'retry-after': '600' })).detail).toContain('in 10 minutes');
  });

  test('thrown by a bug of ours still has a sentence for the person', () => {
    const error = asApiError(new TypeError("Cannot read properties of undefined (reading 'x')"));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.detail).toMatch(/Reload/);
    expect(asApiError(error)).toBe(error);
  });

  test.each(['offline', 'unreachable', 'timeout', 'foreign', 'empty'] as const)(
    'has its own sentence when it is %s',
    (silence) => {
      const others = ['offline', 'unreachable', 'timeout', 'foreign', 'empty'] as const;
      const same = others.filter((other) => silentFailure(other).detail === silentFailure(silence).detail);
      expect(same).toEqual([silence]);
    },
  );
});
