import type { Block, Inline } from '../../contract/texts.ts';
import { inOrder, Line } from './line.tsx';
import styles from './text-table.module.css';

type Cell = readonly Inline[];
type TableBlock = Extract<Block, { kind: 'table' }>;

/**
 * A table within a text; the first column names the row. With more than two columns the rows become labeled lines on a
 * phone, and the roles are written out because a table that is not displayed as one loses them in some browsers.
 */
export function TextTable({ block }: { block: TableBlock }) {
  const { alignments, header, rows } = block;
  const heading = (content: Cell, column: number) => (
    <th scope="col" data-align={alignments[column]} {...role('columnheader')}>
      <Line content={content} />
    </th>
  );
  const cell = (content: Cell, column: number) =>
    column === 0 ? (
      <th scope="row" data-align={alignments[column]} {...role('rowheader')}>
        <Line content={content} />
      </th>
    ) : (
      <td data-align={alignments[column]} {...role('cell')}>
        <span className={styles.label} aria-hidden="true">
          {plainText(header[column] ?? [])}
        </span>
        <div>
          <Line content={content} />
        </div>
      </td>
    );
  return (
    <table className={styles.table} data-wide={header.length > 2} {...role('table')}>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>{inOrder(header, heading)}</tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {inOrder(rows, (row) => (
          <tr {...role('row')}>{inOrder(row, cell)}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** A heading that is repeated next to each value needs no links and buttons. */
function plainText(content: Cell): string {
  const texts = content.map((piece) => {
    if (piece.kind === 'link') return piece.content.map(({ text }) => text).join('');
    return piece.kind === 'text' ? piece.text : ' ';
  });
  return texts.join('');
}

function role(name: string): { role: string } {
  return { role: name };
}
