import type { NoticeBlock } from '../../../platform/contract/notices.ts';
import type { Inline } from '../../../platform/contract/texts.ts';
import type { Email } from '../../../platform/server/mail/email.ts';
import type { NoticeRow } from './tables.ts';

interface Portal {
  publicUrl: string;
  campus: { product: string };
}

/** The email to one person; nothing in it says who else gets it. */
export function composeNotice(
  { publicUrl, campus: { product } }: Portal,
  { title, tone, blocks, link_href, link_text }: NoticeRow,
  { to, key, isUpdate }: { to: string; key: string; isUpdate: boolean },
): Email {
  const link = link_href === null ? [] : [`${link_text}: ${absolute(link_href, publicUrl)}`, ''];
  const text = [
    ...blocks.flatMap((block) => [wordsOf(block, publicUrl), '']),
    ...link,
    "This email does not replace the college's alert system.",
    '',
    `Current notices: ${publicUrl}`,
    '',
    `${product} sent this email. Replies to it are not read.`,
  ].join('\n');
  const kind = isUpdate ? 'Emergency update: ' : tone === 'emergency' ? 'Emergency: ' : '';
  const subject = `[${product}] ${kind}${title}`;
  return { key, to, subject, text };
}

function wordsOf(block: NoticeBlock, publicUrl: string): string {
  const line = (content: readonly Inline[]) => content.map((piece) => wordOf(piece, publicUrl)).join('');
  if (block.kind === 'paragraph') return line(block.content);
  return block.items
    .map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${line(item)}`)
    .join('\n');
}

function wordOf(piece: Inline, publicUrl: string): string {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'break') return '\n';
  if (piece.kind === 'secret') return '';
  const words = piece.content.map(({ text }) => text).join('');
  const href = absolute(piece.href, publicUrl);
  return words === href ? href : `${words} (${href})`;
}

const absolute = (href: string, publicUrl: string) => (/^[/#]/.test(href) ? publicUrl + href : href);
