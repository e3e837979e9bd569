import { createHash } from 'node:crypto';
import type { Address, Attachment, addressParser } from 'postal-mime';
import { isAutomatic } from './automatic.ts';
import { foldQuotes } from './fold-quotes.ts';
import { plainOf } from './plain-of-html.ts';

/** An email as the desk needs it. */
export interface IncomingEmail {
  /** Distinguishes it from every other, even if the mailbox is numbered differently. */
  key: string;
  /** In lower case; empty unless there is exactly one. */
  from: string;
  /** Of the tickets that it answers, as our own emails named them. */
  tokens: readonly string[];
  text: string;
  /** The text is only the beginning of what was written. */
  isCut: boolean;
  quoted: string;
  hasAttachments: boolean;
  isAutomatic: boolean;
}

/** How much of an email is read, in bytes: its text comes before its attachments, which are not read. */
export const mostRead = 512 * 1024;
/** The parser takes a while for each line, and for each part. */
const mostLines = 20_000;
const mostParts = 1_000;
/** For its text, in characters. */
const mostText = 50_000;
const longestText = 5_000;
const longestQuote = 20_000;
/** A picture within the text that is smaller, in bytes, is the logo of a signature. */
const smallestPicture = 10 * 1024;
/** A name with an address, in characters. */
const longestFrom = 1_000;
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };

/** Reads an email from anyone, or its beginning. `null` if it isn't one, or was made to be hard to read. */
export async function readEmail(raw: Buffer, own: readonly string[]): Promise<IncomingEmail | null> {
  const head = raw.subarray(0, mostRead);
  if (count(head, '\n') > mostLines || count(head, '\n--') > mostParts) return null;
  const { default: PostalMime, addressParser } = await import('postal-mime');
  const email = await PostalMime.parse(head, limits).catch(() => null);
  if (email === null) return null;
  const { headers, messageId, inReplyTo = '', references = '' } = email;
  const [sender, ...others] = headers.filter(({ key }) => key === 'from');
  const isOne = others.length === 0 && isOneSender(sender?.value ?? '', addressParser);
  const from = isOne ? addressOf(email.from) : '';
  const { html = '' } = email;
  const written = email.text ?? plainOf(html.slice(0, mostText));
  const { text, quoted } = foldQuotes(storable(written.slice(0, mostText)));
  const isLong = (email.text ?? html).length > mostText;
  return {
    key: createHash('sha256')
      .update(messageId ?? head)
      .digest('hex'),
    from,
    tokens: tokensIn(`${inReplyTo} ${references}`),
    text: cut(text, longestText),
    // What is quoted comes last: with a quote, the end of a long email is part of it.
    isCut: text.length > longestText || (isLong && quoted === ''),
    quoted: cut(quoted, longestQuote),
    hasAttachments: email.attachments.some(
      ({ related, content }) => related !== true || sizeOf(content) >= smallestPicture,
    ),
    isAutomatic: isAutomatic(headers, from, own),
  };
}

function count(raw: Buffer, words: string): number {
  let found = 0;
  for (let at = raw.indexOf(words); at !== -1; at = raw.indexOf(words, at + words.length)) found += 1;
  return found;
}

/**
 * Whether the header names one sender. The parser takes the first of several, while what a mail server verified may be
 * another one, or none of them (RFC 7489, 6.6.1).
 */
function isOneSender(from: string, parse: typeof addressParser): boolean {
  if (from.length > longestFrom || parse(from).length !== 1) return false;
  const bare = from.replace(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, '').trim();
  // In brackets at the end, or alone: other servers may read what is next to it as the address.
  return bare.includes('<') ? /^[^<>]*<[^<>]*>$/.test(bare) : /^[^\s@>]+@[^\s@>]+$/.test(bare);
}

function addressOf(address: Address | undefined): string {
  return address === undefined || address.group !== undefined ? '' : address.address.trim().toLowerCase();
}

function sizeOf(content: Attachment['content']): number {
  return typeof content === 'string' ? content.length : content.byteLength;
}

function tokensIn(ids: string): string[] {
  const found = ids
    .slice(0, 20_000)
    .matchAll(/<ticket-\d+\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.@]/g);
  return [...new Set(Array.from(found, ([, token = '']) => token))];
}

function storable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/(?<=\p{M}{30})\p{M}+/gu, '')
    .normalize('NFC');
}

function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
