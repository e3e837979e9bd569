import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';

const words = 'name\r\nJosé “Zoë” – 5 €\r\nOkafor\r\n';
const utf16le = Buffer.from(words, 'utf16le');
const utf16be = Buffer.from(utf16le).swap16();
/** As Excel for Windows writes its plain "CSV". */
const windows = Buffer.from(
  words.replace('“', '\x93').replace('”', '\x94').replace('–', '\x96').replace('€', '\x80'),
  'latin1',
);

test.each([
  ['UTF-8', Buffer.from(words)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`)],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16le])],
  ['UTF-16, big-endian', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be])],
  ['UTF-16 without a byte order mark', utf16le],
  ['UTF-16, big-endian, without a byte order mark', utf16be],
  ['Windows-1252', windows],
])('%s is recognized', async (_encoding, file) => {
  expect(await decodeText(file)).toEqual({ bytes: Buffer.from(words) });
});

test.each([
  ['a workbook', Buffer.from('PK\x03\x04...'), /^This is an Excel workbook or a ZIP file, not a text file\./],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /^This is an Excel workbook/],
  ['a PDF', Buffer.from('%PDF-1.7'), /^This is a PDF/],
  ['NUL', Buffer.from('name\r\na\0b\r\n'), /^This is not a text file\./],
  ['one damaged letter among UTF-8', Buffer.from([...Buffer.from(words), 0xe9]), /are not UTF-8, but others/],
  [
    'UTF-8 with a mark, cut off within a letter',
    Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xc3]),
    /are not UTF-8/,
  ],
  ['bytes that Windows-1252 does not have', Buffer.from([0x61, 0xe9, 0x81]), /is not known/],
  ['half a letter of UTF-16', Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x62]), /looks like UTF-16/],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), /looks like UTF-16, but is damaged/],
])('%s is refused in a sentence that says what to do', async (_what, file, message) => {
  const { errors } = await readCsv(file, { columns: ['name'], maxRows: 10 });
  expect(errors).toMatchObject([{ row: 0, message }]);
  expect(errors[0]?.message).toMatch(/save it as "CSV UTF-8"\.$/);
});
