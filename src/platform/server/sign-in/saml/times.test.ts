import { describe, expect, it } from 'vitest';
import { ida, samlCollegeForTests } from './testing/college.ts';

const college = samlCollegeForTests();
const timeIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
/** Gives an element another value of a time, or one that it did not have. */
const withTime = (element: string, attribute: string, minutes: number) => (xml: string) =>
  xml
    .replace(new RegExp(`(<saml:${element} [^>]*?) ?\\b${attribute}="[^"]*"`), '$1')
    .replace(`<saml:${element} `, `$&${attribute}="${timeIn(minutes)}" `);

describe('a response that the provider really signed', () => {
  it.each([
    ['4 minutes ahead is accepted', 4, '/'],
    ['4 minutes behind is accepted', -4, '/'],
    ['10 minutes ahead is refused', 10, undefined],
    ['15 minutes behind is refused', -15, undefined],
  ])('by a clock that is %s', async (_name, minutes, location) => {
    const browser = college.visitor();
    const answer = await browser.arrive(await browser.pass(ida, { ahead: minutes * 60_000 }));
    expect(answer.headers.location).toBe(location);
    if (location !== undefined) return;
    expect(answer.text).toContain('clock');
    expect(college.refusals()).toMatchObject([{ advice: expect.stringContaining('clockSkewSeconds in') }]);
  });

  // When the whole clock is wrong, all of these are: only one at a time shows that each of them counts.
  it.each<[string, (xml: string) => string, string]>([
    ['was written in the future', withTime('Assertion', 'IssueInstant', 60), 'IssueInstant'],
    ['is not good yet', withTime('Conditions', 'NotBefore', 60), 'NotBefore'],
    ['is no longer good', withTime('Conditions', 'NotOnOrAfter', -60), 'NotOnOrAfter'],
    ['is no longer confirmed', withTime('SubjectConfirmationData', 'NotOnOrAfter', -60), 'NotOnOrAfter'],
    [
      'is for a session that is over',
      withTime('AuthnStatement', 'SessionNotOnOrAfter', -60),
      'SessionNotOnOrAfter',
    ],
  ])('and that %s is refused', async (_name, change, finding) => {
    const browser = college.visitor();
    const answer = await browser.arrive(await browser.pass(ida, { change }));
    expect([answer.status, college.refusals()]).toEqual([400, [expect.objectContaining({ finding })]]);
    expect(await college.sessions()).toBe(0);
  });

  it('and that is confirmed from some time on is refused: a bearer cannot be', async () => {
    const change = withTime('SubjectConfirmationData', 'NotBefore', -60);
    const browser = college.visitor();
    const answer = await browser.arrive(await browser.pass(ida, { change }));
    expect(answer.status).toBe(403);
    expect(college.refusals()).toMatchObject([{ finding: 'NotBefore of a confirmation' }]);
  });
});
