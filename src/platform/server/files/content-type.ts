import { fileTypeFromBuffer } from 'file-type';

/** How much of the beginning decides: an Office document names its kind after the first entries of its archive. */
export const headBytes = 256 * 1024;

/** Kinds of text that look alike inside, so the file name extension decides. */
const textEndings: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  md: 'text/markdown',
};

/** Formats that are text themselves. Others are only two letters long: a list that starts with "BMW" is not a bitmap. */
const writtenAsText = /^(?:text\/|application\/(?:pdf|xml|rtf|postscript|eps)$)/;

/**
 * The type of a file, found in its content. What the sender says matters only if the content is plain text.
 * @param head The first `headBytes` of the file, or all of it
 */
export async function contentTypeOf(head: Buffer, fileName: string): Promise<string> {
  const text = textOf(head);
  const root = text === null ? '' : rootOf(text);
  // Before the library, which calls every SVG with an XML declaration XML.
  if (root === 'svg') return 'image/svg+xml';
  const found = (await fileTypeFromBuffer(head))?.mime ?? 'application/octet-stream';
  if (text === null || writtenAsText.test(found)) return found;
  if (['html', 'head', 'body', 'script'].includes(root)) return 'text/html';
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return textEndings[ending] ?? 'text/plain';
}

/** The beginning as text, if it is UTF-8 without control characters, or UTF-16 that says so. */
function textOf(head: Buffer): string | null {
  const coding =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    // As a stream, since the last letter may be cut off.
    const text = new TextDecoder(coding, { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are searched for.
    return /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** How far into a text its first element is searched for. */
const longestPreamble = 64 * 1024;

/** The first element of a text with tags, in lower case; what comes before it is skipped. */
function rootOf(text: string): string {
  let rest = text.slice(0, longestPreamble).trimStart();
  while (/^<[?!]/.test(rest)) {
    const type = /^<!doctype\s+([a-z]+)/i.exec(rest)?.[1];
    if (type !== undefined) return type.toLowerCase();
    const end = rest.startsWith('<!--') ? '-->' : '>';
    const closed = rest.indexOf(end);
    if (closed < 0) return '';
    rest = rest.slice(closed + end.length).trimStart();
  }
  return /^<([a-z]+)[\s>/]/i.exec(rest)?.[1]?.toLowerCase() ?? '';
}
