import { createElement, type ReactNode } from 'react';
import type { Block } from '../../contract/texts.ts';
import styles from './document.module.css';
import { inOrder, Line } from './line.tsx';
import { TextTable } from './text-table.tsx';

/** A text as elements. Nothing in it is HTML, so there is nothing to clean. */
export function Document({ blocks }: { blocks: readonly Block[] }) {
  return <div className={styles.document}>{inOrder(blocks, show)}</div>;
}

function show(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level}`, { id: block.id }, <Line content={block.content} />);
    case 'paragraph':
      return (
        <p>
          <Line content={block.content} />
        </p>
      );
    case 'list':
      return <List block={block} />;
    case 'quote':
      return <blockquote>{inOrder(block.content, show)}</blockquote>;
    case 'table':
      return <TextTable block={block} />;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'rule':
      return <hr />;
  }
}

function List({ block }: { block: Extract<Block, { kind: 'list' }> }) {
  const items = inOrder(block.items, (item) => <li>{inOrder(item, block.tight ? showAsLine : show)}</li>);
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

/** Items that are lines have no paragraphs, and so no space between them. */
function showAsLine(block: Block): ReactNode {
  return block.kind === 'paragraph' ? <Line content={block.content} /> : show(block);
}
