import { lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked';
import type { Block, Inline } from '../../contract/texts.ts';
import { type Reading, readInline, readWords, withoutComments } from './inline.ts';
import { TextMistake } from './text-mistake.ts';

/** Deeper than anyone can follow. */
const deepest = 6;
/** More columns do not fit on a phone. */
const mostColumns = 6;

interface Surroundings extends Reading {
  /** The ids already in use, including the page's own two, each with the number for the next one like it. */
  readonly ids: Map<string, number>;
  /** The level of the previous heading; the page's is 1. */
  level: number;
}

/**
 * Markdown (CommonMark with GitHub's tables) as plain data. Produces no HTML: what looks like HTML stays
 * text.
 * @throws TextMistake for what a text cannot have
 */
export function readBlocks(markdown: string, reading: Reading): Block[] {
  const ids = new Map(['main', 'root'].map((id) => [id, 2]));
  return blocksOf(tokensOf(markdown), { ...reading, ids, level: 1 }, 1);
}

/** Many quotes and lists that begin on one line: the parser reads every line below it once for each pair of them. */
const beginsMany = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){30}/;
/** A rule may be as long as the page is wide: `- - - -`. */
const isRule = /^[ \t]*([-*])(?:[ \t]*\1)+[ \t]*$/;

function tokensOf(markdown: string): Token[] {
  if (markdown.split(/\r\n?|\n/).some((line) => beginsMany.test(line) && !isRule.test(line))) throw tooDeep();
  try {
    return lexer(markdown, { gfm: true, tokenizer: new BoundedTokenizer(markdown) });
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

/** How often, on average, the parser may look through a text for the end of what an asterisk or underscore begins. */
const mostLooks = 100;

/** Without a limit, it looks through the rest of the paragraph for each of them, and for each again in what it found. */
class BoundedTokenizer extends Tokenizer {
  #left: number;

  constructor(markdown: string) {
    super();
    this.#left = mostLooks * markdown.length;
  }

  override emStrong(rest: string, masked: string, before?: string) {
    if (!/^[*_]/.test(rest)) return;
    this.#left -= rest.length;
    if (this.#left < 0) throw new TextMistake('This text has too many asterisks and underscores.');
    const found = super.emStrong(rest, masked, before);
    if (found !== undefined) this.#left += rest.length - found.raw.length;
    return found;
  }
}

function tooDeep(): TextMistake {
  return new TextMistake(`Lists and quotes are nested more than ${deepest} levels deep.`);
}

function blocksOf(tokens: readonly Token[], around: Surroundings, depth: number): Block[] {
  if (depth > deepest) throw tooDeep();
  return tokens.flatMap((token) => blockOf(token as MarkedToken, around, depth));
}

function blockOf(token: MarkedToken, around: Surroundings, depth: number): Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return [heading(token, around)];
    case 'paragraph':
      return paragraph(readInline(token.tokens, around));
    case 'text':
      return paragraph(readInline([token], around));
    case 'html':
      return paragraph(readInline([{ ...token, text: withoutComments(token.text).trim() }], around));
    case 'code':
      return [{ kind: 'code', text: token.text }];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'blockquote':
      return [{ kind: 'quote', content: blocksOf(token.tokens, around, depth + 1) }];
    case 'list':
      return [list(token, around, depth)];
    case 'table':
      return [table(token, around)];
    default:
      return paragraph([{ kind: 'text', text: token.raw, marks: [] }]);
  }
}

function paragraph(content: Inline[]): Block[] {
  const isBlank = content.every((piece) => piece.kind === 'text' && piece.text.trim() === '');
  return isBlank ? [] : [{ kind: 'paragraph', content }];
}

/** The page's title is its only level 1 heading; those of the text start below it and skip no level. */
function heading({ depth, tokens }: Tokens.Heading, around: Surroundings): Block {
  const content = readWords(tokens, around);
  const id = freeId(slugOf(content.map(({ text }) => text).join('')), around.ids);
  around.level = Math.min(Math.max(depth, 2), 4, around.level + 1);
  return { kind: 'heading', level: around.level, id, content };
}

function slugOf(text: string): string {
  const plain = text.slice(0, 200).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return slug.slice(0, 80) || 'section';
}

function freeId(wanted: string, ids: Map<string, number>): string {
  let id = wanted;
  let number = ids.get(wanted) ?? 2;
  for (; ids.has(id); number += 1) id = `${wanted}-${number}`;
  ids.set(id, 2).set(wanted, number);
  return id;
}

function list({ ordered, start, loose, items }: Tokens.List, around: Surroundings, depth: number): Block {
  return {
    kind: 'list',
    ordered,
    start: start === '' ? 1 : start,
    tight: !loose,
    items: items.map(({ tokens }) => blocksOf(withBoxInside(tokens), around, depth + 1)),
  };
}

/** In a tight list, the checkbox of a task comes before its text instead of inside it. */
function withBoxInside(tokens: Token[]): Token[] {
  const [box, text, ...rest] = tokens;
  if (box?.type !== 'checkbox' || text?.type !== 'text') return tokens;
  return [{ ...text, tokens: [box, ...(text.tokens ?? [])] }, ...rest];
}

function table({ align, header, rows }: Tokens.Table, around: Surroundings): Block {
  if (header.length > mostColumns) {
    throw new TextMistake(`A table has more than ${mostColumns} columns, which a phone cannot show.`);
  }
  const cell = ({ tokens }: Tokens.TableCell) => readInline(tokens, around);
  return {
    kind: 'table',
    alignments: align.map((side) => (side === 'right' ? 'end' : side === 'center' ? 'center' : 'start')),
    header: header.map(cell),
    rows: rows.map((row) => row.map(cell)),
  };
}
