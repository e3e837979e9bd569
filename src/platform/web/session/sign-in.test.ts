import { expect, test } from 'vitest';
import { currentAddress, redirectOf, signInAddress } from './sign-in.ts';

const one = [{ name: 'campus', title: 'Campus account' }];
const two = [...one, { name: 'demo', title: 'Demo people' }];

test('a single provider is used at once, several are offered on a page', () => {
  expect(signInAddress(one, '/files?page=2')).toBe(
    '/api/auth/providers/campus/login?redirect=%2Ffiles%3Fpage%3D2',
  );
  expect(signInAddress(two, '/files')).toBe('/sign-in?redirect=%2Ffiles');
  expect(signInAddress([], '/files')).toBe('/sign-in?redirect=%2Ffiles');
});

test.each([
  ['?redirect=%2Fsupport%3Fpage%3D2', '/support?page=2'],
  ['', '/'],
  ['?redirect=https%3A%2F%2Fevil.example', '/'],
  ['?redirect=%2F%2Fevil.example', '/'],
  ['?redirect=%2F%5Cevil.example', '/'],
  ['?redirect=%2Fsign-in', '/'],
])('after sign-in "%s" goes to %s', (search, path) => {
  expect(redirectOf(search)).toBe(path);
});

test('the sign-in page passes on where the person wanted to go, not itself', () => {
  expect(currentAddress({ pathname: '/sign-in', search: '?redirect=%2Fsupport', hash: '' })).toBe('/support');
  expect(currentAddress({ pathname: '/support', search: '?a=1', hash: '#x' })).toBe('/support?a=1#x');
});
