import { afterEach, expect, test, vi } from 'vitest';
import { aroundNavigation, dropEndSlash } from './navigate.ts';

const scrollTo = vi.fn();

function openAt(href: string) {
  scrollTo.mockClear();
  const replaceState = vi.fn((_state: unknown, _title: string, address: URL) => address.href);
  vi.stubGlobal('window', { location: new URL(href), scrollTo });
  vi.stubGlobal('history', { state: null, replaceState });
  vi.stubGlobal('document', { activeElement: null });
  vi.stubGlobal('addEventListener', () => undefined);
  return replaceState;
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['/my-dashboard/', '/my-dashboard'],
  ['/support//?next=/a/#b/', '/support?next=/a/#b/'],
  ['/?next=/a/', '/?next=/a/'],
  ['//elsewhere.example/', '//elsewhere.example'],
])('a page that is opened at %s is at %s', (opened, address) => {
  const replaceState = openAt(`https://portal.college.example${opened}`);
  dropEndSlash();
  expect(replaceState).toHaveReturnedWith(`https://portal.college.example${address}`);
});

test('a link with a slash at the end opens the page without it', () => {
  openAt('https://portal.college.example/');
  const navigate = vi.fn();
  aroundNavigation(navigate, '/support/?from=/a/');
  expect(navigate).toHaveBeenCalledWith('/support?from=/a/', undefined);
});

test.each([
  ['/support', { replace: true }, 1],
  ['/support', undefined, 1],
  ['/?page=2', { replace: true }, 0],
])('from the home page, %s with %j scrolls to the top %i times', (to, options, times) => {
  openAt('https://portal.college.example/');
  const navigate = (address: string) => {
    window.location.href = new URL(address, window.location.href).href;
  };
  aroundNavigation(navigate, to, options);
  expect(scrollTo).toHaveBeenCalledTimes(times);
});
