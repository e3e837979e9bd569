import type { Block, Inline } from '../../contract/texts.ts';

/** The words of a text without what sets them, for searching. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(textOf).join('\n');
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return lineOf(block.content);
    case 'code':
      return block.text;
    case 'rule':
      return '';
    case 'table':
      return [block.header, ...block.rows].map((row) => row.map(lineOf).join(' ')).join('\n');
    case 'list':
      return block.items.map(plainText).join('\n');
    case 'quote':
      return plainText(block.content);
  }
}

function lineOf(content: readonly Inline[]): string {
  return content
    .map((piece) => {
      if (piece.kind === 'link') return piece.content.map(({ text }) => text).join('');
      return piece.kind === 'text' ? piece.text : ' ';
    })
    .join('');
}
