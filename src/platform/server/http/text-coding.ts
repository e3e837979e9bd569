import { MIMEType } from 'node:util';

/** Bytes from 0x80 on, coded with `%`; a character of UTF-8 consists of nothing else, or of one ASCII byte. */
const codedBytes = /(?:%[89a-f][0-9a-f])+/gi;

/**
 * Whether what is coded with `%` in an address or a form is UTF-8 (RFC 3629). A lone `%`, which people type, is just a
 * character. Raw bytes beyond ASCII in an address are already refused by Node's parser.
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

/** The charset that a `Content-Type` names, in lower case; `null` when it names none or cannot be read. */
export function charsetOf(contentType: string | undefined): string | null {
  if (contentType === undefined || !/charset/i.test(contentType)) return null;
  try {
    return new MIMEType(contentType).params.get('charset')?.toLowerCase() ?? null;
  } catch {
    return null;
  }
}
