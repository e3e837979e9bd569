import type MailComposer from 'nodemailer/lib/mail-composer';
import { withoutTurns } from '../../contract/fields.ts';
import type { Email, Sender } from './email.ts';
import { htmlPart } from './html-part.ts';

const maxSubjectLength = 300;

/**
 * An email as RFC 5322 wants it: plain text and an HTML part. Names, subject, and file names cannot end their header:
 * control characters are spaces there.
 * @returns lines ended by CRLF
 */
export async function composeEmail(email: Email, sender: Sender, date: Date): Promise<Buffer> {
  // With the first email, or with the transport for a mail server: it takes 20 MB.
  const { default: Composer }: { default: typeof MailComposer } = await import(
    'nodemailer/lib/mail-composer'
  );
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  const idOf = (key: string) => `<${key}@${domain}>`;
  const text = plainText(email.text);
  const { thread = [], attachments = [], isAutomatic = true } = email;
  const last = thread.at(-1);
  const composer = new Composer({
    from: { name: oneLine(sender.name), address: sender.address },
    to: { name: '', address: email.to },
    subject: oneLine(email.subject),
    text,
    html: htmlPart(text, sender.name),
    date,
    messageId: idOf(email.key),
    ...(email.replyTo === undefined ? {} : { replyTo: { name: '', address: email.replyTo } }),
    ...(last === undefined ? {} : { inReplyTo: idOf(last), references: thread.map(idOf) }),
    headers: isAutomatic ? { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } : {},
    attachments: attachments.map(({ name, contentType, content }) => ({
      filename: oneLine(name),
      contentType,
      content,
    })),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** What a mail program would hide or act on is removed: control characters, and spaces at the end of a line. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) =>
      line
        .replace(/\t/g, '  ')
        .replace(/\p{Cc}/gu, ' ')
        .trimEnd(),
    )
    .map(withoutOpenTurns)
    .join('\n');
}

/**
 * Marks that end within the line stay, as a sentence in Hebrew may have them. A title whose marks don't would turn
 * around our words after it.
 */
function withoutOpenTurns(line: string): string {
  const ends: string[] = [];
  for (const [mark] of line.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)) {
    const isEnd = mark === '\u202c' || mark === '\u2069';
    if (!isEnd) ends.push(mark < '\u2066' ? '\u202c' : '\u2069');
    else if (ends.pop() !== mark) return withoutTurns(line);
  }
  return ends.length === 0 ? line : withoutTurns(line);
}

function oneLine(text: string): string {
  return withoutTurns(text.toWellFormed())
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxSubjectLength)
    .toWellFormed();
}
