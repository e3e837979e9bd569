import { MIMEType } from 'node:util';

/** Bytes from 0x80 on, percent-encoded; a UTF-8 character consists only of these, or of one ASCII byte. */
const codedBytes = /(?:%[89a-f][0-9a-f])+/gi;

/**
 * Whether the percent-encoded parts of an address or a form are UTF-8 (RFC 3629). A lone `%`, which people type, is
 * just a character. Raw bytes beyond ASCII in an address are already refused by Node's parser.
 */
export function isUtf8Coded(text: string): boolean {
  for (const [bytes] of text.matchAll(codedBytes)) {
    try {
      decodeURIComponent(bytes);
    } catch {
      return false;
    }
  }
  return true;
}

/** The charset of a `Content-Type` in lower case; `null` if it names none or cannot be read. */
export function charsetOf(contentType: string | undefined): string | null {
  if (contentType === undefined || !/charset/i.test(contentType)) return null;
  try {
    return new MIMEType(contentType).params.get('charset')?.toLowerCase() ?? null;
  } catch {
    return null;
  }
}
