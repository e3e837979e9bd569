import { resolveReferences } from '../../../../platform/server/texts/character-references.ts';

/** Elements whose content is not text for a reader. */
const unread = new Set(['style', 'script', 'head', 'title']);
const breaks = /^(br|\/?blockquote|\/p|\/div|\/li|\/tr|\/h[1-6])$/;
const spaces = /[^\S\n]+/g;

/**
 * The words of an email that has no plain text; what is quoted gets the usual mark. Nothing in it is shown as HTML.
 * It reads each character once, whatever is in it: an email can come from anyone.
 */
export function plainOf(html: string): string {
  // Of the same length, which `toLowerCase` does not promise.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let text = '';
  let isQuoted = false;
  let blockquotes = 0;
  let position = 0;
  while (position < html.length) {
    const start = html.indexOf('<', position);
    const words = html.slice(position, start === -1 ? undefined : start).replace(/\s+/g, ' ');
    text += resolveReferences(words);
    if (start === -1) break;
    if (html.startsWith('<!--', start)) {
      position = after(html, '-->', start);
      continue;
    }
    position = after(html, '>', start);
    const tag = lower.slice(start + 1, Math.min(position - 1, start + 300));
    const name = /^\/?[a-z0-9]*/.exec(tag)?.[0] ?? '';
    if (unread.has(name)) position = after(html, '>', after(lower, `</${name}`, position));
    if (name === 'blockquote') blockquotes += 1;
    if (name === '/blockquote' && blockquotes > 0) {
      blockquotes -= 1;
      // What follows was written below the quote.
      isQuoted = blockquotes > 0;
    }
    if (breaks.test(name)) text += isQuoted ? '\n> ' : '\n';
    if (!isQuoted && (name === 'blockquote' || tag.includes('gmail_quote'))) {
      isQuoted = true;
      text += '\n> ';
    }
  }
  return text
    .split('\n')
    .map((line) => line.replace(spaces, ' ').trim())
    .filter((line) => line !== '>')
    .join('\n');
}

/** Where it continues after the next such words; the end if there are none. */
function after(html: string, words: string, from: number): number {
  const found = html.indexOf(words, from);
  return found === -1 ? html.length : found + words.length;
}
