import type { MarkedToken, Token } from 'marked';
import { type Inline, type PageName, secretName, type Words } from '../contract.ts';
import type { FacilitiesLinks } from '../settings.ts';
import { resolveReferences } from './character-references.ts';
import { linkAddress } from './link-address.ts';
import { PageMistake } from './page-mistake.ts';
import { type FacilitiesSecrets, secretLabels } from './secrets.ts';

/** The context of a text: its page, and the secrets it may offer. */
export interface Reading {
  readonly page: PageName;
  readonly secrets: FacilitiesSecrets;
  /** Where the other systems are, as far as the college has said it. */
  readonly links?: FacilitiesLinks | undefined;
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
      throw new PageMistake('A {{secret:…}} cannot be used in a heading or a link.');
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
  const href = linkAddress(written, reading.page, reading.links ?? {});
  if (href === null || content.length === 0) return content;
  return [{ kind: 'link', href, content }];
}

const howToWrite =
  'Write {{secret:account}}, or {{secret:account, otherwise ask Facilities}} with plain text after "otherwise".';

/** `{{secret:account, otherwise ask us}}` is a button if configured, or else the words after "otherwise". */
function withSecrets(text: string, marks: readonly Mark[], reading: Reading): Inline[] {
  return text.split(/(\{\{[^{}]*\}\})/).flatMap((part, index): Inline[] => {
    if (index % 2 === 1) return placeholder(part, marks, reading);
    if (part.includes('{{') || part.includes('}}')) {
      throw new PageMistake(`A placeholder cannot be read. ${howToWrite}`);
    }
    return [words(part, marks)];
  });
}

function placeholder(written: string, marks: readonly Mark[], { secrets }: Reading): Inline[] {
  const [, name, otherwise = ''] = /^\{\{secret:([a-z]+)(?:, otherwise ([^{}]+))?\}\}$/.exec(written) ?? [];
  const secret = secretName.safeParse(name);
  if (!secret.success) throw new PageMistake(`${written} is not a placeholder. ${howToWrite}`);
  if (!secrets.has(secret.data)) return [words(otherwise, marks)];
  return [{ kind: 'secret', secret: secret.data, label: secretLabels[secret.data] }];
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
