import { expect, test } from 'vitest';
import { discardQuestionOf, questionOf } from './use-decide.ts';

test('confirming a reading asks again if it removes people or was held back', () => {
  expect(questionOf({ gone: 2, reason: null })?.title).toBe('Take 2 people out of the directory?');
  const both = questionOf({ gone: 1, reason: '60 people would be added as employees.' });
  expect(both?.title).toBe('Take one person out of the directory?');
  expect(both?.text).toMatch(/^They disappear .* 60 people would be added as employees\.$/);
  const reason = '2 of 2 people would no longer be confidential.';
  expect(questionOf({ gone: 0, reason })).toMatchObject({ title: 'Change the directory?', text: reason });
  expect(questionOf({ gone: 0, reason: null })).toBeNull();
});

test('discarding what a source sent asks first, since the source does not offer it again', () => {
  expect(discardQuestionOf({ origin: 'upload' })).toBeNull();
  expect(discardQuestionOf({ origin: 'ldap' })?.text).toContain('changes in the directory server.');
  expect(discardQuestionOf({ origin: 'file' })?.text).toContain('changes in the scheduled file.');
});
