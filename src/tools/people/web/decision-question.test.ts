import { expect, test } from 'vitest';
import type { LinkRequest } from '../contract.ts';
import { questionFor } from './decision-question.ts';

const about = (accessGroups: string[]): LinkRequest => ({
  id: '019a0000-0000-7000-8000-000000000000',
  provider: 'college',
  subject: 's',
  email: 'marbury@sawtooth.example',
  name: 'Stellan Marbury',
  createdAt: '2026-11-24T00:00:00.000Z',
  person: {
    id: '019a0000-0000-7000-8000-000000000001',
    name: 'Stellan Marbury',
    lastSignInAt: null,
    providers: ['college'],
  },
  hasAccount: false,
  isKeptOut: false,
  record: { key: 'E8', name: 'Stella Marbury', title: '', department: '', accessGroups },
});

test('IT is warned of the access that a directory record gives, before it is linked', () => {
  expect(questionFor('link', about(['Domain-IT', 'Domain-Staff']))).toMatchObject({
    text: expect.stringContaining('Stellan Marbury, who also gets the access of Domain-IT and Domain-Staff.'),
    danger: true,
  });
});

test('a record without access is linked without a warning', () => {
  expect(questionFor('link', about([]))).toMatchObject({
    text: expect.stringContaining('shown for Stellan Marbury. Check'),
    danger: false,
  });
});
