import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contentTypeOf } from './content-type.ts';

const of = (content: string | Buffer, fileName = 'a.bin') => contentTypeOf(Buffer.from(content), fileName);
const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

test.each([
  ['a picture', png, 'a.html', 'image/png'],
  [
    'a picture with a page behind it',
    Buffer.concat([png, Buffer.from('<html><script>')]),
    'a.html',
    'image/png',
  ],
  ['a PDF', '%PDF-1.7\n', 'a.txt', 'application/pdf'],
  [
    'a drawing',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'a.png',
    'image/svg+xml',
  ],
  [
    'a drawing behind a declaration',
    '\ufeff<?xml version="1.0"?>\n<!-- a --><!-- <svg> --> <svg>',
    'a',
    'image/svg+xml',
  ],
  ['a page', '\n<!-- a --><!DOCTYPE html><p>', 'a.csv', 'text/html'],
  ['a page without a type', '<script>alert(1)</script>', 'a.csv', 'text/html'],
  ['a table', 'name,room\r\nAnna,12\r\n', 'Rooms.CSV', 'text/csv'],
  ['a text', 'name,room\r\n', 'rooms.txt', 'text/plain'],
  [
    'a text of another alphabet that is cut in a letter',
    Buffer.from('Ελλ').subarray(0, 5),
    'a.exe',
    'text/plain',
  ],
  ['UTF-16', Buffer.from('\ufeffa,b', 'utf16le'), 'a.csv', 'text/csv'],
  ['a list that begins like a bitmap', 'BMW,2019\r\n', 'cars.csv', 'text/csv'],
  ['something else', Buffer.from([1, 2, 3, 0]), 'a.csv', 'application/octet-stream'],
  ['thousands of comments', `${'<!-- -->'.repeat(8_000)}x`, 'a.csv', 'text/csv'],
])('the type of %s is found in its content', async (_what, content, fileName, expected) => {
  expect(await of(content, fileName)).toBe(expected);
});

test('an Office document is not mistaken for an archive', async () => {
  expect(
    await of(
      zip([
        ['[Content_Types].xml', officeTypes],
        ['word/document.xml', '<w:document/>'],
      ]),
    ),
  ).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
  expect(await of(zip([['notes.txt', 'abc']]))).toBe('application/zip');
});

const officeTypes =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** The local entries of an archive, which is all that its type depends on. */
function zip(entries: [string, string][]): Buffer {
  return Buffer.concat(
    entries.flatMap(([name, content]) => {
      const packed = deflateRawSync(content);
      const header = Buffer.alloc(30);
      header.writeUInt32LE(0x04034b50, 0);
      header.writeUInt16LE(20, 4);
      header.writeUInt16LE(8, 8);
      header.writeUInt32LE(packed.length, 18);
      header.writeUInt32LE(content.length, 22);
      header.writeUInt16LE(name.length, 26);
      return [header, Buffer.from(name), packed];
    }),
  );
}
