import { expect, test } from 'vitest';
import { type Composed, composeMessage } from './compose.ts';

const letter: Composed = {
  key: 'letter-1',
  from: { address: 'quad@sawtooth.example', name: 'Quad' },
  to: 'reslife@sawtooth.example',
  subject: 'A round',
  text: 'One line.\nAnother line.',
  date: new Date('2026-11-21T08:05:00Z'),
};

/** Headers with folded lines joined, and the body. */
function read(content: string) {
  const end = content.indexOf('\r\n\r\n');
  const lines = content
    .slice(0, end)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const,
  );
  return { headers: new Map(headers), names: headers.map(([name]) => name), body: content.slice(end + 4) };
}

/** The text of a header whose words may be encoded (RFC 2047). */
function decodeWords(text = ''): string {
  return text
    .replace(/(=\?UTF-8\?B\?[^?]*\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_all, base64: string) => Buffer.from(base64, 'base64').toString());
}

function decodeQuotedPrintable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const expectedNames = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'Auto-Submitted',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
];

test('a plain letter is as a person would read it', () => {
  expect(composeMessage(letter)).toBe(
    [
      'From: "Quad" <quad@sawtooth.example>',
      'To: <reslife@sawtooth.example>',
      'Subject: A round',
      'Date: Sat, 21 Nov 2026 08:05:00 +0000',
      'Message-ID: <letter-1@sawtooth.example>',
      'Auto-Submitted: auto-generated',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 7bit',
      '',
      'One line.',
      'Another line.',
      '',
    ].join('\r\n'),
  );
});

test.each([
  'x\r\nBcc: a@evil.example',
  'x\nBcc: a@evil.example',
  'x\rBcc: a@evil.example',
  'x\u2028Bcc: a@evil.example',
  'x\u0085Bcc: a@evil.example',
  'x\0Bcc: a@evil.example',
  'x\r\n\r\n<script>',
  '=?UTF-8?B?eA0KQmNjOiBhQGV2aWwuZXhhbXBsZQ==?=',
  'Zoë\r\nBcc: a@evil.example',
])('neither a subject nor a name can add a header: %j', (text) => {
  const content = composeMessage({ ...letter, subject: text, from: { ...letter.from, name: text } });
  const { names, headers, body } = read(content);
  expect(names).toEqual(expectedNames);
  expect(body).toBe('One line.\r\nAnother line.\r\n');
  const shown = decodeWords(headers.get('Subject'));
  expect(shown).not.toMatch(/[\r\n\0]/);
  expect(shown.replace(/\s/g, '')).toBe(text.replace(/[\p{Cc}\s]/gu, ''));
});

test.each(['Zoë’s round', '回覧', '👩‍👩‍👧‍👦 '.repeat(20).trim(), 'Ä'.repeat(300)])(
  'the subject %s arrives',
  (subject) => {
    const content = composeMessage({ ...letter, subject });
    expect(decodeWords(read(content).headers.get('Subject'))).toBe(subject.slice(0, 300).toWellFormed());
    expect(content.split('\r\n').every((line) => line.length <= 76 || !line.startsWith('Subject'))).toBe(
      true,
    );
  },
);

test.each(['A "quoted" \\ name', 'Quad, the portal <x@y.example>', 'a@b.example'])(
  'a name cannot become an address: %s',
  (name) => {
    const from = read(composeMessage({ ...letter, from: { ...letter.from, name } })).headers.get('From');
    expect(from).toMatch(/^"(?:[^"\\]|\\.)*" <quad@sawtooth\.example>$/);
  },
);

test.each([
  'Zoë walked.',
  `${'x'.repeat(5_000)}`,
  '.\n..\nFrom here',
  'a = b',
  'tail \n\ttab',
  '你'.repeat(400),
])('the text %.30j arrives, in lines that every server takes', (text) => {
  const content = composeMessage({ ...letter, text });
  expect(content).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(content.split('\r\n').every((line) => line.length < 998)).toBe(true);
  const { headers, body } = read(content);
  const isQuoted = headers.get('Content-Transfer-Encoding') === 'quoted-printable';
  const arrived = (isQuoted ? decodeQuotedPrintable(body) : body)
    .replace(/\r\n$/, '')
    .replaceAll('\r\n', '\n');
  expect(arrived).toBe(text.replace(/ +$/gm, '').replaceAll('\t', '  '));
});
