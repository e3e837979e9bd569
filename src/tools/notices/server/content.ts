import type { NoticeBlock } from '../../../platform/contract/notices.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { linkAddress } from '../../../platform/server/texts/link-address.ts';
import { TextMistake } from '../../../platform/server/texts/text-mistake.ts';
import { publishNotice } from '../contract.ts';
import { readMarkdown } from './read-markdown.ts';

interface Written {
  text: string;
  audience: 'everyone' | 'groups';
  groups?: string[] | undefined;
  linkHref?: string | undefined;
  linkText?: string | undefined;
}

/** The columns of what was written, with the checks that only the server can make. @throws Refusal at the field */
export function contentOf(written: Written, knownGroups: readonly string[]) {
  const { href, text: linkText } = linkOf(written) ?? { href: null, text: null };
  const blocks = blocksOf(written.text);
  if ('mistake' in blocks)
    throw refusalOf(publishNotice, 'unreadable-text', { fields: { text: blocks.mistake } });
  return {
    text: written.text,
    blocks: blocks.read,
    groups: groupsOf(written, knownGroups),
    link_href: href,
    link_text: linkText,
  };
}

/** The text as blocks, or what is wrong with it. */
export function blocksOf(text: string): { read: NoticeBlock[] } | { mistake: string } {
  try {
    const read = readMarkdown(text);
    return read.length === 0 && text !== '' ? { mistake: 'Say what people should know.' } : { read };
  } catch (error) {
    if (error instanceof TextMistake) return { mistake: error.message };
    throw error;
  }
}

/** http, https, or a page of the portal; an email address belongs in the text. */
export function linkOf({
  linkHref = '',
  linkText = '',
}: Pick<Written, 'linkHref' | 'linkText'>): { href: string; text: string } | null {
  if (linkHref === '' || linkText === '') return null;
  const href = linkAddress(linkHref, '/', {});
  if (href === null || !/^(https?:|\/)/.test(href))
    throw refusalOf(publishNotice, 'unsafe-link', {
      fields: { linkHref: 'Enter an address that begins with https://, or with / for a page here.' },
    });
  return { href, text: linkText };
}

/** In the spelling of the portal; `null` for everyone. */
export function groupsOf(
  { audience, groups = [] }: Pick<Written, 'audience' | 'groups'>,
  knownGroups: readonly string[],
): string[] | null {
  if (audience === 'everyone') return null;
  const spelled = new Map(knownGroups.map((name) => [foldCase(name), name]));
  const named = groups.map((name) => ({ name, known: spelled.get(foldCase(name)) }));
  const unknown = named.find(({ known }) => known === undefined);
  if (unknown !== undefined)
    throw refusalOf(publishNotice, 'unknown-group', {
      fields: { groups: `The portal does not know the group "${unknown.name}".` },
    });
  return [...new Set(named.map(({ known = '' }) => known))].toSorted();
}
