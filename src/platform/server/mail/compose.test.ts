import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { composeEmail } from './compose.ts';
import type { Email, Sender } from './email.ts';

const sender: Sender = { address: 'quad@sawtooth.example', name: 'Quad' };
const email: Email = {
  key: 'email-1',
  to: 'reslife@sawtooth.example',
  subject: 'A round',
  text: 'One line.\nAnother line.\n\nSee https://quad.sawtooth.example/logs?a=1&b=2.',
};

const compose = async (changes: Partial<Email> = {}, from = sender) =>
  (await composeEmail({ ...email, ...changes }, from, new Date('2026-11-21T08:05:00Z'))).toString('latin1');
/** As a mail program reads it. */
const read = async (changes: Partial<Email> = {}, from = sender) =>
  PostalMime.parse(await compose(changes, from));

test('an email says who sends what to whom, and that no one has to answer', async () => {
  const parsed = await read();
  expect(parsed).toMatchObject({
    from: { name: 'Quad', address: 'quad@sawtooth.example' },
    to: [{ address: 'reslife@sawtooth.example' }],
    subject: 'A round',
    date: '2026-11-21T08:05:00.000Z',
    messageId: '<email-1@sawtooth.example>',
    attachments: [],
  });
  expect(parsed.text?.trim()).toBe(email.text);
  const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]));
  expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' });
});

test('the HTML part has the same words, with links and paragraphs, and nothing that was not meant as a tag', async () => {
  const { html = '' } = await read({
    text: `${email.text}\n\n<script>alert("x")</script> & (https://a.example/b).`,
  });
  expect(html).toContain('One line.<br>Another line.</p>');
  expect(html).toContain(
    '<a href="https://quad.sawtooth.example/logs?a=1&amp;b=2" style="color:#1b7a64">https://quad.sawtooth.example/logs?a=1&amp;b=2</a>.</p>',
  );
  expect(html).toContain(
    '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; (<a href="https://a.example/b"',
  );
  expect(html).not.toMatch(/<script|https?:\/\/[^"<]*(?:css|font)/);
});

test('neither a subject, nor a text, nor the name of an attachment can turn around what follows', async () => {
  const attachment = { contentType: 'application/x-msdownload', content: Buffer.from('MZ') };
  const parsed = await read({
    subject: 'Ticket \u2066\u202egnorw\u202c\u2069: \u05e9\u05dc\u05d5\u05dd\u200f!',
    text: 'The request \u201c\u202eA1\u201d is refused: \u05e9\u05dc\u05d5\u05dd\u200f!',
    attachments: [{ name: 'invoice\u202efdp.exe', ...attachment }],
  });
  // A mark that belongs to a language stays.
  expect(parsed.subject).toBe('Ticket gnorw: \u05e9\u05dc\u05d5\u05dd\u200f!');
  const text = 'The request \u201cA1\u201d is refused: \u05e9\u05dc\u05d5\u05dd\u200f!';
  expect(parsed.text?.trim()).toBe(text);
  expect(parsed.html).toContain(`${text}</p>`);
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(['invoicefdp.exe']);
});

test.each([
  ['\u202b\u05e9\u05dc\u05d5\u05dd!\u202c', true],
  ['\u2067\u202a1\u202c \u05e9\u05dc\u05d5\u05dd!\u2069', true],
  ['\u202eA1 is refused', false],
  ['\u2067A1\u202c is refused', false],
  ['A1\u202c is refused\u202e', false],
])('of the line %j, the marks that turn around letters stay: %s', async (line, stay) => {
  const { text = '' } = await read({ text: `First.\n${line}\nLast.` });
  const bare = line.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
  expect(text.trim().split('\n')).toEqual(['First.', stay ? line : bare, 'Last.']);
});

test('a thread, replies elsewhere, and attachments arrive', async () => {
  const content = Buffer.from('%PDF-1.7 …');
  const parsed = await read({
    replyTo: 'desk@sawtooth.example',
    thread: ['ticket-7', 'ticket-7-2'],
    isAutomatic: false,
    attachments: [{ name: 'Über\r\nBcc: x.pdf', contentType: 'application/pdf', content }],
  });
  expect(parsed).toMatchObject({
    replyTo: [{ address: 'desk@sawtooth.example' }],
    inReplyTo: '<ticket-7-2@sawtooth.example>',
    references: '<ticket-7@sawtooth.example> <ticket-7-2@sawtooth.example>',
  });
  expect(parsed.headers.map(({ key }) => key)).not.toContain('auto-submitted');
  const [file] = parsed.attachments;
  expect([file?.filename, file?.mimeType]).toEqual(['Über Bcc: x.pdf', 'application/pdf']);
  expect(Buffer.from(file?.content as ArrayBuffer).equals(content)).toBe(true);
});

test.each([
  'x\r\nBcc: a@evil.example',
  'x\nBcc: a@evil.example',
  'x\rBcc: a@evil.example',
  'x\u2028Bcc: a@evil.example',
  'x\u0085Bcc: a@evil.example',
  'x\0Bcc: a@evil.example',
  'x\r\n\r\n<script>',
  'Zoë\r\nBcc: a@evil.example',
])('neither a subject nor a name can add a header: %j', async (text) => {
  const parsed = await read({ subject: text }, { ...sender, name: text });
  const keys = (of: typeof parsed) => of.headers.map(({ key }) => key).toSorted();
  expect(keys(parsed)).toEqual(keys(await read()));
  expect(parsed.from).toMatchObject({ address: 'quad@sawtooth.example' });
  expect(parsed.to).toHaveLength(1);
  expect(parsed.subject?.replace(/\s/g, '')).toBe(text.replace(/[\p{Cc}\s]/gu, ''));
});

test.each(['Zoë’s round', '回覧', '👩‍👩‍👧‍👦 '.repeat(20).trim(), 'Ä'.repeat(300)])(
  'the subject %s arrives',
  async (subject) => {
    const parsed = await read({ subject });
    expect(parsed.subject).toBe(subject.slice(0, 300).toWellFormed());
  },
);

test.each(['A "quoted" \\ name', 'Quad, the portal <x@y.example>', 'a@b.example'])(
  'a name cannot become an address: %s',
  async (name) => {
    expect((await read({}, { ...sender, name })).from).toEqual({ name, address: 'quad@sawtooth.example' });
  },
);

test.each([
  'Zoë walked.',
  `${'x'.repeat(5_000)}`,
  '.\n..\nFrom here',
  'a = b',
  'tail \n\ttab',
  '你'.repeat(400),
])('the text %.30j arrives, in lines that every server accepts', async (text) => {
  const content = await compose({ text });
  expect(content).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(content.split('\r\n').every((line) => line.length < 998 && !line.includes('\n'))).toBe(true);
  const parsed = await read({ text });
  expect(parsed.text?.trimEnd()).toBe(text.replace(/ +$/gm, '').replaceAll('\t', '  '));
});
