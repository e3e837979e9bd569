import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { PublishedNotice } from '../contract/shapes.ts';
import { audienceWords, peopleWords } from './audience-words.ts';
import { NoticeActions } from './notice-actions.tsx';
import styles from './notices.module.css';
import { StateTag } from './state-tag.tsx';

interface NoticesTableProps {
  rows: readonly PublishedNotice[];
  onEdit: (notice: PublishedNotice) => void;
  onHistory: (notice: PublishedNotice) => void;
  onAllClear: (notice: PublishedNotice) => void;
}

const toneWords = { info: 'Information', warning: 'Warning', emergency: 'Emergency' } as const;

export function NoticesTable({ rows, ...on }: NoticesTableProps) {
  const columns: Column<PublishedNotice>[] = [
    {
      title: 'Notice',
      cell: ({ title, text, tone, emailedTo }) => (
        <Stacked>
          <strong>{title}</strong>
          <span className={styles.text}>{withoutMarks(text)}</span>
          <Soft>
            {toneWords[tone]}
            {emailedTo > 0 && `, by email to ${peopleWords(emailedTo)}`}
          </Soft>
        </Stacked>
      ),
    },
    { title: 'For', cell: ({ groups }) => audienceWords(groups) },
    { title: 'Status', width: 'fit', cell: ({ state }) => <StateTag state={state} /> },
    {
      title: 'Shown',
      width: 'fit',
      cell: ({ from, until }) => (
        <Stacked>
          <CampusTime value={from} />
          <Soft>
            to <CampusTime value={until} />
          </Soft>
        </Stacked>
      ),
    },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (notice) => <NoticeActions notice={notice} {...on} />,
    },
  ];
  return (
    <DataTable caption="Notices, latest start first" columns={columns} rows={rows} keyOf={({ id }) => id} />
  );
}

/** The text on one line without its Markdown: the preview and the page show it as it will look. */
function withoutMarks(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*+]|#+|>|\d+\.)\s+/gm, '')
    .replace(/\*+|`+/g, '');
}
