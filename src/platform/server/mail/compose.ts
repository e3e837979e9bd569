export interface Composed {
  key: string;
  from: { address: string; name: string };
  to: string;
  subject: string;
  text: string;
  date: Date;
}

const mostBytesOfLine = 900;
/** A line of an encoded header has 76 characters at most, `Subject: ` and the signs around a word included. */
const mostBytesOfWord = 39;
const mostCharactersOfSubject = 300;

/**
 * A message of RFC 5322 with plain text, in ASCII. Names and subject cannot end their header: control characters are
 * spaces there.
 */
export function composeMessage({ key, from, to, subject, text, date }: Composed): string {
  const body = toLines(text);
  const isPlain = body.every((line) => isAscii(line) && line.length <= mostBytesOfLine);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const headers = [
    `From: ${phrase(from.name)} <${from.address}>`,
    `To: <${to}>`,
    `Subject: ${encodeWords(subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${key}@${domain}>`,
    // Nobody's vacation notice should answer (RFC 3834).
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${isPlain ? '7bit' : 'quoted-printable'}`,
  ];
  return [...headers, '', ...(isPlain ? body : body.map(quotedPrintable)), ''].join('\r\n');
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function toLines(text: string): string[] {
  return text
    .toWellFormed()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) =>
      line
        .replace(/\t/g, '  ')
        .replace(/\p{Cc}/gu, ' ')
        .trimEnd(),
    );
}

/** Unstructured text of a header: as it is where it is plain ASCII, otherwise encoded words of RFC 2047. */
function encodeWords(text: string): string {
  const line = oneLine(text);
  if (isAscii(line) && !line.includes('=?')) return line;
  return chunksOf(line, mostBytesOfWord)
    .map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`)
    .join('\r\n ');
}

/** A name before an address. */
function phrase(text: string): string {
  const line = oneLine(text);
  return isAscii(line) && !line.includes('=?') ? `"${line.replace(/["\\]/g, '\\$&')}"` : encodeWords(line);
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, mostCharactersOfSubject)
    .toWellFormed();
}

/** Cuts text between characters into pieces of so many bytes at most. */
function chunksOf(text: string, bytes: number): string[] {
  const chunks: string[] = [''];
  for (const character of text) {
    const last = chunks.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > bytes) chunks.push(character);
    else chunks[chunks.length - 1] = last + character;
  }
  return chunks;
}

/** RFC 2045, 6.7: lines of 76 characters at most. */
function quotedPrintable(line: string): string {
  const units = Array.from(Buffer.from(line), (byte) =>
    byte >= 0x20 && byte <= 0x7e && byte !== 0x3d
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  );
  const lines: string[] = [''];
  for (const unit of units) {
    const last = lines.at(-1) ?? '';
    if (last.length + unit.length > 75) lines.push(unit);
    else lines[lines.length - 1] = last + unit;
  }
  return lines.join('=\r\n');
}
