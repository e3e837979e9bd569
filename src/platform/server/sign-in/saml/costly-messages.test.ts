import { expect, onTestFinished, test, vi } from 'vitest';
import { busyTime } from '../../testing/longest-turn.ts';
import { samlCollegeForTests } from './testing/college.ts';
import { libraries } from './xml-library.ts';

// Anyone can post a message, and everyone waits while it is read.
const college = samlCollegeForTests();
const encode = (xml: string) => Buffer.from(xml).toString('base64');
const decode = (response: string) => Buffer.from(response, 'base64').toString('utf8');

test('a response with thousands of levels is refused unread: their namespaces would take the parser seconds', async () => {
  const browser = college.visitor();
  const response = decode(await browser.pass());
  const parse = vi.spyOn(libraries().dom.DOMParser.prototype, 'parseFromString');
  onTestFinished(() => parse.mockRestore());
  for (const rest of ['>', ` b='/>'>`, ' b="</a>">', '></b>', '></b >', '>/>'])
    for (const ends of ['</a>'.repeat(2_000), '</a>']) {
      const levels = Array.from({ length: 2_000 }, (_one, at) => `<a xmlns:p${at}="u"${rest}`).join('');
      const xml = response.replace('<samlp:Status>', () => `<samlp:Status>${levels}${ends}`);
      expect([rest, (await browser.post(encode(xml))).status]).toEqual([rest, 403]);
    }
  expect(parse).not.toHaveBeenCalled();
});

test.each([
  ['a name without an end', `<${'a'.repeat(250_000)}`],
  ['a name and blanks without an end', `<${'a '.repeat(125_000)}`],
  ['values without an end', `<a ${'b="" '.repeat(50_000)}`],
  ['quotes without an end', `<a ${`"'`.repeat(125_000)}`],
  ['very many tags without an end', '<a '.repeat(80_000)],
])('a response of %s is refused in an instant', async (_what, xml) => {
  const browser = college.visitor();
  await browser.pass();
  const start = busyTime();
  expect((await browser.post(encode(xml))).status).toBe(403);
  expect(busyTime() - start).toBeLessThan(1_000);
});

test('what is around the signed part is read once, and not searched for it', async () => {
  const browser = college.visitor();
  const response = decode(await browser.pass());
  const parse = vi.spyOn(libraries().dom.DOMParser.prototype, 'parseFromString');
  onTestFinished(() => parse.mockRestore());
  const more = '<a/>'.repeat(5_000);
  const xml = response.replace('</samlp:Status>', `${more}</samlp:Status>`);
  expect((await browser.post(encode(xml))).status).toBe(303);
  expect(parse.mock.calls.filter(([text]) => String(text).includes(more))).toHaveLength(1);
});
