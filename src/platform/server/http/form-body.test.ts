import { expect, test } from 'vitest';
import { readForm } from './form-body.ts';

const read = (text: string | Buffer) => readForm({ body: Buffer.from(text) });

test('a form is read as browsers write it, and the first of several values counts', () => {
  expect(read('name=R%C3%A9gine+Vale&note=&name=Other')).toEqual({ name: 'Régine Vale', note: '' });
  expect(readForm({ body: undefined })).toEqual({});
});

test.each(['__proto__=x', 'constructor=x'])('%s is a field like any other', (text) => {
  expect(Object.hasOwn(read(text), text.split('=')[0] ?? '')).toBe(true);
});

test('what is not UTF-8 is refused', () => {
  expect(() => read('name=%ff')).toThrow('Check the marked fields.');
  expect(() => read(Buffer.from([0x61, 0x3d, 0xff]))).toThrow('Check the marked fields.');
});

test('more fields than any form has are refused before they are parsed', () => {
  expect(Object.keys(read(Array.from({ length: 100 }, (_, at) => `f${at}=`).join('&')))).toHaveLength(100);
  expect(() => read(Array.from({ length: 101 }, (_, at) => `f${at}=`).join('&'))).toThrow('too many fields');
});
