import { expect, test } from 'vitest';
import {
  countEntries,
  describeSubmitted,
  inOrderWritten,
  isLate,
  isSamePerson,
  mayEdit,
  type RefusedEntry,
  toDraft,
  type WaitingEntry,
} from './entry.ts';
import { questionOnLeaving } from './leaving.ts';
import { pillOf } from './pill.ts';
import { fromOldDraft, fromOldWrite } from './upgrade.ts';

const log: WaitingEntry = {
  state: 'waiting',
  id: 'a',
  form: 'log',
  values: { building: 'Anderson' },
  owner: { provider: 'demo', email: 'ra@sawtooth.example' },
  request: { method: 'POST', path: '/api/logs', body: { building: 'Anderson' } },
  about: { title: 'Anderson', noun: ['log', 'logs'], screen: '/logs/add' },
  writtenAt: '2026-11-21T08:00:00.000Z',
  late: false,
  changedAt: '2026-11-21T08:00:00.000Z',
  tried: false,
};
const refusal = { detail: 'No.', reason: null, fields: {} };
const refused: RefusedEntry = { ...log, state: 'refused', refusal };
const writtenMs = Date.parse(log.writtenAt);

test('a person is the same with another address or provider, and another one with the same address', () => {
  const owner = { ...log.owner, id: 'one' };
  expect(isSamePerson(owner, { id: 'one', provider: 'entra', email: 'new@sawtooth.example' })).toBe(true);
  expect(isSamePerson(owner, { ...owner, id: 'two' })).toBe(false);
});

test('in an entry of an earlier release, without an id, a person is known by provider and address', () => {
  const { owner } = log;
  expect(isSamePerson(owner, { ...owner, id: 'one', email: 'RA@Sawtooth.example' })).toBe(true);
  expect(isSamePerson(owner, { ...owner, email: 'ra2@sawtooth.example' })).toBe(false);
  expect(isSamePerson(owner, { ...owner, provider: 'entra' })).toBe(false);
});

test('an entry that may have reached the server is fixed until the server refuses it', () => {
  expect(mayEdit(log)).toBe(true);
  expect(mayEdit({ ...log, tried: true })).toBe(false);
  expect(mayEdit(refused)).toBe(true);
  expect(mayEdit(toDraft(refused))).toBe(true);
});

test('an entry that is opened again keeps its key, content, and time, and nothing of its last try', () => {
  const { id, owner, form, values, about, writtenAt } = log;
  const { changedAt: _, ...draft } = toDraft(refused);
  expect(draft).toEqual({ state: 'draft', id, owner, form, values, about, writtenAt });
});

test.each([
  ['at once', false, 1_000, false],
  ['a minute later', false, 60_000, false],
  ['more than a minute later', false, 60_001, true],
  ['at once, but written offline', true, 1_000, true],
])('sent %s, it says when it was written: %s', (_when, late, after, expected) => {
  expect(isLate({ ...log, late }, writtenMs + after)).toBe(expected);
});

test('the oldest comes first, and the count has its noun', () => {
  const later = { ...log, id: 'b', writtenAt: '2026-11-21T09:00:00.000Z' };
  expect(inOrderWritten([later, log]).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(countEntries([log])).toBe('1 log');
  expect(countEntries([log, later])).toBe('2 logs');
});

test('what was submitted is described as waiting, or as not accepted', () => {
  expect(describeSubmitted([log, log])).toBe('2 logs waiting to be sent');
  expect(describeSubmitted([log, refused])).toBe('1 log waiting, 1 not accepted');
  expect(describeSubmitted([refused])).toBe('1 log not accepted');
});

test('the pill counts what is waiting, or else what was not accepted', () => {
  expect(pillOf([log, refused])).toEqual({ counted: [log], word: 'waiting', remedy: 'send' });
  expect(pillOf([refused])).toEqual({ counted: [refused], word: 'not accepted', remedy: 'edit' });
});

test("signing out says which logs are sent later, which aren't, and which drafts are deleted", () => {
  const draft = toDraft(log);
  expect(questionOnLeaving([])).toBeNull();
  expect(questionOnLeaving([log])).toEqual({
    title: 'Sign out with 1 log waiting to be sent?',
    text: "1 log you wrote here hasn't been sent yet. Unsent entries stay on this device and are sent when you sign in here again.",
  });
  expect(questionOnLeaving([refused])).toEqual({
    title: 'Sign out with 1 log not accepted?',
    text: "1 log was not accepted and won't be sent. Sign in here again to edit or delete it.",
  });
  expect(questionOnLeaving([draft, draft])).toEqual({
    title: 'Sign out and delete your 2 drafts?',
    text: 'Your 2 unsubmitted drafts will be deleted from this device.',
  });
  expect(questionOnLeaving([log, refused, draft])?.title).toBe(
    'Sign out with 1 log waiting, 1 not accepted?',
  );
});

test('entries kept by an earlier release are still there', () => {
  const { owner, request, about, writtenAt, late, tried } = log;
  const write = { key: 'a', owner, request, about, writtenAt, late, tried };
  const waiting = { ...log, form: 'ra-log', values: request.body };
  expect(fromOldWrite({ ...write, refusal: null })).toEqual(waiting);
  expect(fromOldWrite({ ...write, refusal })).toEqual({ ...waiting, state: 'refused', refusal });
  const values = { building: 'Finney', comments: 'Half a' };
  const id = 'demo:ra@sawtooth.example:ra-log';
  const savedAt = '2026-11-21T07:00:00.000Z';
  expect(fromOldDraft({ id, savedAt, values: { ...values, writtenAt: '' } })).toMatchObject({
    ...{ state: 'draft', owner, form: 'ra-log', values, changedAt: savedAt, writtenAt: null },
  });
  expect(fromOldDraft({ id, savedAt, values: { ...values, writtenAt } }).writtenAt).toBe(writtenAt);
});
