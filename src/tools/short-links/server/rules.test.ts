import { expect, test } from 'vitest';
import { leadsToShortLink } from './rules.ts';

const leads = (target: string, publicUrl: string) => leadsToShortLink(new URL(target), publicUrl);

test.each([
  ['https://quad.college.edu/r/a', 'https://quad.college.edu'],
  ['https://QUAD.College.EDU/r/a', 'https://quad.college.edu'],
  ['https://quad.college.edu./r/a', 'https://quad.college.edu'],
  ['https://quad.college.edu:443/r/a', 'https://quad.college.edu'],
  ['http://quad.college.edu/r/a', 'https://quad.college.edu'],
  ['https://quad.college.edu/api/r/a', 'https://quad.college.edu'],
  ['https://quad.college.edu/x/../r/a', 'https://quad.college.edu'],
  ['https://quad.college.edu/%2e%2e/r/a', 'https://quad.college.edu'],
  ['https://quad.college.edu/%72/a', 'https://quad.college.edu'],
  ['https://quad.college.edu//r//a', 'https://quad.college.edu'],
  ['https://quad.college.edu/r/a?x=1#y', 'https://quad.college.edu'],
  ['https://quad.college.edu/r/a/b', 'https://quad.college.edu'],
  ['https://bücher.example/r/a', 'https://xn--bcher-kva.example'],
  ['https://quad.college.edu:8443/r/a', 'https://quad.college.edu:8443'],
  ['http://localhost:3000/r/a', 'http://localhost:3000'],
  ['http://127.0.0.1:3000/r/a', 'http://localhost:3000'],
  ['http://127.9.9.9:3000/r/a', 'http://localhost:3000'],
  ['http://2130706433:3000/r/a', 'http://localhost:3000'],
  ['http://0x7f.1:3000/r/a', 'http://localhost:3000'],
  ['http://[::1]:3000/r/a', 'http://localhost:3000'],
  ['http://[::ffff:127.0.0.1]:3000/r/a', 'http://localhost:3000'],
  ['http://0.0.0.0:3000/r/a', 'http://localhost:3000'],
  ['http://quad.localhost:3000/r/a', 'http://localhost:3000'],
  ['http://LOCALHOST.:3000/r/a', 'http://127.0.0.1:3000'],
])('%s is a short link of %s', (target, publicUrl) => {
  expect(leads(target, publicUrl)).toBe(true);
});

test.each([
  ['https://quad.college.edu/', 'https://quad.college.edu'],
  ['https://quad.college.edu/r', 'https://quad.college.edu'],
  ['https://quad.college.edu/rooms/a', 'https://quad.college.edu'],
  ['https://quad.college.edu/api/redirects', 'https://quad.college.edu'],
  ['https://quad.college.edu/support?next=/r/a', 'https://quad.college.edu'],
  ['https://www.college.edu/r/a', 'https://quad.college.edu'],
  ['https://quad.college.edu.evil.example/r/a', 'https://quad.college.edu'],
  ['https://quad.college.edu:8443/r/a', 'https://quad.college.edu'],
  ['http://localhost:3000/r/a', 'https://quad.college.edu'],
  ['http://localhost:4000/r/a', 'http://localhost:3000'],
  ['https://www.reddit.com/r/college', 'http://localhost:3000'],
])('%s is not a short link of %s', (target, publicUrl) => {
  expect(leads(target, publicUrl)).toBe(false);
});
