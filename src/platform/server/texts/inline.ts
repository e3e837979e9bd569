import type { MarkedToken, Token } from 'marked';
import type { Inline, Words } from '../../contract/texts.ts';
import { resolveReferences } from './character-references.ts';
import { linkAddress, type TextLinks } from './link-address.ts';
import { TextMistake } from './text-mistake.ts';

/** What a button in a text reveals. */
export interface TextSecret {
  /** The word that people see. */
  label: string;
  /** `undefined`: the college has not configured it, so the text says something else. */
  value: string | undefined;
}

/** The context of a text: its page, and what it may name. */
export interface Reading {
  /** Of the page that shows it: `/departments/facilities/key-request-process`. */
  readonly path: string;
  /** By the names that the text uses. */
  readonly secrets?: Readonly<Record<string, TextSecret>>;
  readonly links?: TextLinks;
}

type Mark = Words['marks'][number];

/** The texts, links, and placeholders of one paragraph. Everything unknown stays text. */
export function readInline(tokens: readonly Token[], reading: Reading): Inline[] {
  return joinAlike(tokens.flatMap((token) => pieces(token as MarkedToken, [], reading)));
}

/** The same where only text makes sense: in a heading or a link. */
export function readWords(tokens: readonly Token[], reading: Reading): Words[] {
  return readInline(tokens, reading).flatMap((piece): Words[] => {
    if (piece.kind === 'secret')
      throw new TextMistake('A {{secret:…}} cannot be used in a heading or a link.');
    if (piece.kind === 'link') return piece.content;
    return piece.kind === 'text' ? [piece] : [words(' ', [])];
  });
}

function pieces(token: MarkedToken, marks: readonly Mark[], reading: Reading): Inline[] {
  const inside = (tokens: readonly Token[], mark?: Mark) => {
    const inner = mark === undefined || marks.includes(mark) ? marks : [...marks, mark];
    return tokens.flatMap((one) => pieces(one as MarkedToken, inner, reading));
  };
  switch (token.type) {
    case 'text':
      if (token.tokens !== undefined) return inside(token.tokens);
      return withSecrets(resolveReferences(token.text), marks, reading);
    case 'strong':
      return inside(token.tokens, 'strong');
    case 'em':
      return inside(token.tokens, 'emphasis');
    case 'del':
      return inside(token.tokens);
    case 'codespan':
      return [words(token.text, [...marks, 'code'])];
    case 'br':
      return [{ kind: 'break' }];
    case 'link':
      return link(token, reading);
    case 'html':
      return [words(withoutComments(token.text), marks)];
    case 'image':
    case 'escape':
      // A picture is replaced by its description.
      return [words(token.text, marks)];
    case 'checkbox':
      return [words(token.checked ? '☑ ' : '☐ ', marks)];
    default:
      return [words(token.raw, marks)];
  }
}

function words(text: string, marks: readonly Mark[]): Words {
  return { kind: 'text', text, marks: [...marks] };
}

/** Removes notes between authors, which stay in the file. */
export function withoutComments(html: string): string {
  return html.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
}

function link(token: Extract<MarkedToken, { type: 'link' }>, reading: Reading): Inline[] {
  // A bare address was typed without references.
  const written = token.autolink === true ? token.href : resolveReferences(token.href);
  const content = readWords(token.tokens, reading);
  const href = linkAddress(written, reading.path, reading.links ?? {});
  if (href === null || content.length === 0) return content;
  return [{ kind: 'link', href, content }];
}

function howToWrite({ secrets = {} }: Reading): string {
  const [name] = Object.keys(secrets);
  if (name === undefined) return 'This text has none.';
  return `Write {{secret:${name}}}, or {{secret:${name}, otherwise ask us}} with plain text after "otherwise".`;
}

/** `{{secret:account, otherwise ask us}}` is a button if configured, or else the words after "otherwise". */
function withSecrets(text: string, marks: readonly Mark[], reading: Reading): Inline[] {
  return text.split(/(\{\{[^{}]*\}\})/).flatMap((part, index): Inline[] => {
    if (index % 2 === 1) return placeholder(part, marks, reading);
    if (part.includes('{{') || part.includes('}}')) {
      throw new TextMistake(`A placeholder cannot be read. ${howToWrite(reading)}`);
    }
    return [words(part, marks)];
  });
}

function placeholder(written: string, marks: readonly Mark[], reading: Reading): Inline[] {
  const { secrets = {} } = reading;
  const [, name = '', otherwise = ''] =
    /^\{\{secret:([a-z]+)(?:, otherwise ([^{}]+))?\}\}$/.exec(written) ?? [];
  const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (secret === undefined) throw new TextMistake(`${written} is not a placeholder. ${howToWrite(reading)}`);
  if (secret.value === undefined) return [words(otherwise, marks)];
  return [{ kind: 'secret', secret: name, label: secret.label }];
}

/** Joins neighbors with the same style and drops empty ones. */
function joinAlike(all: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const piece of all) {
    const before = joined.at(-1);
    if (piece.kind === 'text' && piece.text === '') continue;
    if (piece.kind === 'text' && before?.kind === 'text' && String(before.marks) === String(piece.marks))
      joined[joined.length - 1] = { ...before, text: before.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}
