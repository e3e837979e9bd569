import { describe, expect, test } from 'vitest';
import { foldQuotes } from './fold-quotes.ts';
import { plainOf } from './plain-of-html.ts';
import { readEmail } from './read-email.ts';

const hundredThousand = 100_000;
const odd: readonly (readonly [string, string])[] = [
  ['comments within comments', `From: a@b.example ${'('.repeat(hundredThousand)}\r\n\r\nx`],
  ['a list of senders', `From: ${'a@b.example, '.repeat(10_000)}\r\n\r\nx`],
  [
    'parts without end',
    `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\n'.repeat(hundredThousand)}`,
  ],
  ['quotes alone', `From: a@b.example\r\n\r\n${'> x\r\n'.repeat(hundredThousand)}`],
  ['beginnings of quotes', `From: a@b.example\r\n\r\n${'On a\r\n'.repeat(hundredThousand)}`],
  ['beginnings of headers', `From: a@b.example\r\n\r\n${'From: \r\n'.repeat(hundredThousand)}`],
  ...['<style', '<STYLE>', '<!--', '<blockquote ', '<blockquote></blockquote>', '<', '</p>', '&#'].map(
    (piece) =>
      [`HTML of ${piece} alone`, `Content-Type: text/html\r\n\r\n${piece.repeat(hundredThousand)}`] as const,
  ),
];

/** What reading costs, in milliseconds of this thread: a busy machine does not matter. */
async function costOf(raw: string): Promise<number> {
  const before = process.threadCpuUsage();
  await readEmail(Buffer.from(raw), []);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test('an email that is made to be hard to read takes no longer than a large honest one', async () => {
  const honest = `From: a@b.example\r\n\r\n${`${'A line of an honest email. '.repeat(2)}\r\n`.repeat(9_000)}`;
  // Once beforehand, so that the parser is loaded.
  await costOf(honest);
  const allowed = 3 * (await costOf(honest)) + 500;
  for (const [what, raw] of odd) {
    const cost = await costOf(raw);
    expect(cost < allowed, `${what}: ${Math.round(cost)} of ${Math.round(allowed)} ms`).toBe(true);
  }
});

describe('the sender', () => {
  const sender = async (from: string) =>
    (await readEmail(Buffer.from(`From: ${from}\r\n\r\nYes.`), []))?.from;

  test.each([
    'ada@b.example',
    'Ada@B.example ',
    'Ada <ada@b.example>',
    'ada@b.example <ada@b.example>',
    '"Lace, Ada <ada@elsewhere.example>" <ada@b.example>',
    'ada@b.example (Ada, of <Lace>)',
    '=?utf-8?q?Ada=2C_eve=40evil.example?= <ada@b.example>',
  ])('of %j is the one address', async (from) => expect(await sender(from)).toBe('ada@b.example'));

  test.each([
    'ada@b.example, eve@evil.example',
    'ada@b.example; eve@evil.example',
    'Ada <ada@b.example>, Eve <eve@evil.example>',
    '<ada@b.example> <eve@evil.example>',
    'ada@b.example eve@evil.example',
    '=?utf-8?q?=22?= <ada@b.example> =?utf-8?q?=22?= <eve@evil.example>',
    '=?utf-8?q?<ada@b.example>?= eve@evil.example',
    'eve@evil.example =?utf-8?q?<ada@b.example>?=',
    '"Ada" <ada@b.example>eve@evil.example',
    'eve@evil.example >ada@b.example',
    'Us: ada@b.example;',
    `Ada ${'a'.repeat(1_000)} <ada@b.example>`,
  ])('of %.60j is no one, since a mail server may have verified another one', async (from) =>
    expect(await sender(from)).toBe(''),
  );
});

describe('what is left out is noticed', () => {
  const read = async (raw: string) => {
    const email = await readEmail(Buffer.from(raw), []);
    return email && { isCut: email.isCut, hasAttachments: email.hasAttachments };
  };
  const line = 'A line of words.\r\n';
  const quote = `On Mon, Quad <q@x.example> wrote:\r\n${`> ${line}`.repeat(5_000)}`;
  const html = 'Content-Type: text/html\r\n';

  test.each([
    ['a short email', `From: a@b.example\r\n\r\n${line}`, false],
    ['a long one', `From: a@b.example\r\n\r\n${line.repeat(600)}`, true],
    ['a short one before a long quote', `From: a@b.example\r\n\r\n${line}\r\n${quote}`, false],
    [
      'HTML with more markup than is read',
      `From: a@b.example\r\n${html}\r\n<p>Yes.</p>${'<i></i>'.repeat(9_000)}`,
      true,
    ],
  ])('the end of %s', async (_what, raw, isCut) => {
    expect(await read(raw)).toEqual({ isCut, hasAttachments: false });
  });

  test.each([
    ['a pasted picture', 20_000, true],
    ['a logo', 2_000, false],
  ])('%s within the text', async (_what, bytes, hasAttachments) => {
    const raw = [
      'From: a@b.example',
      'Content-Type: multipart/related; boundary=r',
      '',
      '--r',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>See the picture: <img src="cid:p1"></p>',
      '--r',
      'Content-Type: image/png; name="image001.png"',
      'Content-ID: <p1>',
      'Content-Disposition: inline; filename="image001.png"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.alloc(bytes, 'x').toString('base64'),
      '--r--',
    ].join('\r\n');
    expect(await read(raw)).toEqual({ isCut: false, hasAttachments });
  });
});

describe('what a reply quotes is folded', () => {
  test.each([
    [
      'Yes.\n\nOn Mon, Quad <q@x.example> wrote:\n> Is it?\n',
      'Yes.',
      'On Mon, Quad <q@x.example> wrote:\n> Is it?',
    ],
    [
      'Yes.\n\nOn Mon, Nov 2, Quad\n<q@x.example> wrote:\n\n> Is it?',
      'Yes.',
      'On Mon, Nov 2, Quad\n<q@x.example> wrote:\n> Is it?',
    ],
    ['> Is it?\nYes.\n> And now?\nNo.', 'Yes.\nNo.', '> Is it?\n> And now?'],
    [
      'Yes.\n\n-----Original Message-----\nFrom: Quad\nIs it?',
      'Yes.',
      '-----Original Message-----\nFrom: Quad\nIs it?',
    ],
    [
      'Yes.\n\nFrom: Quad\nSent: Monday\nTo: Suna\n\nIs it?',
      'Yes.',
      'From: Quad\nSent: Monday\nTo: Suna\n\nIs it?',
    ],
    [
      'Yes.\n\nOn Monday, November 2, 2026 at 09:14:00 AM MST, Quad <q@x.example> wrote:\n\n Is it?\n',
      'Yes.',
      'On Monday, November 2, 2026 at 09:14:00 AM MST, Quad <q@x.example> wrote:\n\n Is it?',
    ],
    [
      'Yes.\n\n    On Monday, November 2, 2026, Quad\n<q@x.example> wrote:\n\nIs it?\n> Older',
      'Yes.',
      'On Monday, November 2, 2026, Quad\n<q@x.example> wrote:\n\nIs it?\n> Older',
    ],
    // Written below what it answers, which is not marked.
    [
      'On Monday, Quad <q@x.example> wrote:\n\nIs it?\n\nYes.',
      'On Monday, Quad <q@x.example> wrote:\n\nIs it?\n\nYes.',
      '',
    ],
    ['On Monday I wrote:\nnothing.', 'On Monday I wrote:\nnothing.', ''],
    ['From: here to there.', 'From: here to there.', ''],
  ])('%j', (written, text, quoted) => {
    expect(foldQuotes(written)).toEqual({ text, quoted });
  });
});

test('HTML becomes its words', () => {
  const html =
    '<html><head><title>t</title></head><p>Yes &amp; <b>no</b></p><!-- x --><style>p{}</style><div>End</div><div class="gmail_quote">Old<br>er</div>';
  expect(plainOf(html).split('\n').filter(Boolean)).toEqual(['Yes & no', 'End', '> Old', '> er']);
});

test('HTML in upper case becomes its words, too, whatever else is in it', () => {
  // Each is longer in lower case.
  const dotted = 'İ'.repeat(20);
  const html = `<HTML><HEAD><TITLE>t</TITLE><STYLE>P{}</STYLE></HEAD><BODY><P>Yes &amp; <B>No</B>, ${dotted}</P><SCRIPT>x()</SCRIPT><DIV>End</DIV></BODY></HTML>`;
  expect(plainOf(html).split('\n').filter(Boolean)).toEqual([`Yes & No, ${dotted}`, 'End']);
});

test('what is written below a quote in HTML is not part of it', () => {
  const quote = '<blockquote>Is it<blockquote>Older</blockquote>now?</blockquote>';
  const html = `</blockquote><p>Hello,</p><div class="gmail_quote">On Monday, Quad wrote:${quote}</div><p>Yes.</p>`;
  expect(foldQuotes(plainOf(html))).toMatchObject({
    text: 'Hello,\n\nYes.',
    quoted: '> On Monday, Quad wrote:\n> Is it\n> Older\n> now?',
  });
});
