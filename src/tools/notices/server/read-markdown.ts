import type { NoticeBlock } from '../../../platform/contract/notices.ts';
import type { Block, Inline } from '../../../platform/contract/texts.ts';
import { readBlocks } from '../../../platform/server/texts/blocks.ts';

/** A notice is on any page, so its links are read as from the home page. */
const reading = { path: '/' };

/**
 * Reads the Markdown of a notice. What does not belong above a page, such as a heading or a table, becomes paragraphs.
 * @throws TextMistake that says what is wrong
 */
export function readMarkdown(text: string): NoticeBlock[] {
  return readBlocks(text, reading).flatMap(flat);
}

function flat(block: Block): NoticeBlock[] {
  switch (block.kind) {
    case 'paragraph':
      return [paragraph(block.content)];
    case 'heading':
      return [paragraph(block.content.map(bold))];
    case 'code':
      return [paragraph([words(block.text)])];
    case 'rule':
      return [];
    case 'table':
      return [block.header, ...block.rows].map((row) => paragraph(joined(row, ' · ')));
    case 'quote':
      return block.content.flatMap(flat);
    case 'list':
      return [{ kind: 'list', ordered: block.ordered, items: block.items.map(itemOf) }];
  }
}

/** A list within a list becomes a part of its item. */
function itemOf(item: readonly Block[]): Inline[] {
  const lines = item
    .flatMap(flat)
    .flatMap((part) => (part.kind === 'paragraph' ? [part.content] : part.items));
  return lines.flatMap((line, index) => (index === 0 ? line : [{ kind: 'break' as const }, ...line]));
}

const paragraph = (content: Inline[]): NoticeBlock => ({ kind: 'paragraph', content });

const words = (text: string): Inline => ({ kind: 'text', text, marks: [] });

function bold(piece: Inline): Inline {
  return piece.kind === 'text' && !piece.marks.includes('strong')
    ? { ...piece, marks: ['strong', ...piece.marks] }
    : piece;
}

function joined(parts: readonly Inline[][], between: string): Inline[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [words(between), ...part]));
}
