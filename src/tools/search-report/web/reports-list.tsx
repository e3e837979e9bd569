import { Download } from 'lucide-react';
import { counted } from '../../../platform/contract/counted.ts';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { useEveryFewSeconds } from '../../../platform/web/client/use-every-few-seconds.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { asksBefore } from '../contract/kept-since.ts';
import { downloadReport, keepReportsDays, listReports, type Report } from '../contract.ts';
import styles from './reports.module.css';
import { sayKeptSince, sayPeople, sayProgress, sayQuestion } from './sentence.ts';

/** Reports that are being made or can be downloaded, newest first. It shows the progress of those under way. */
export function ReportsList() {
  const list = useListAddress(listReports);
  const answer = useCall(listReports, { query: list.query }, { keepPrevious: true });
  const isMaking = answer.data?.data.some(({ state }) => state === 'waiting' || state === 'running') ?? false;
  useEveryFewSeconds([answer], isMaking);
  return (
    <section className={styles.section}>
      <h2>Reports</h2>
      <ListView
        list={list}
        answer={answer}
        noun={['report', 'reports']}
        emptyText={`Reports you start are listed here and kept for ${keepReportsDays} days.`}
      >
        {(rows) => (
          <DataTable caption="Reports, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListView>
    </section>
  );
}

const columns: readonly Column<Report>[] = [
  {
    title: 'Report',
    cell: ({ question, keptSince, askedBy, askedAt }) => (
      <Stacked>
        {sayQuestion(question)}
        {asksBefore(keptSince, question) && <span>{sayKeptSince(keptSince)}</span>}
        <Soft>
          <CampusTime value={askedAt} /> by {askedBy}
        </Soft>
      </Stacked>
    ),
  },
  { title: 'Status', width: 'fit', cell: (row) => <State of={row} /> },
  {
    title: 'Actions',
    width: 'fit',
    unlabeled: true,
    cell: ({ id, state }) =>
      state === 'done' && (
        <DownloadButton
          contract={downloadReport}
          request={{ params: { id } }}
          variant="subtle"
          size="compact-sm"
          leftSection={<Download size={16} aria-hidden="true" />}
        >
          Download
        </DownloadButton>
      ),
  },
];

function State({ of: { state, people, read, total, reason } }: { of: Report }) {
  if (state === 'done') return <Tag tone="good">{sayPeople(people ?? 0)}</Tag>;
  if (state === 'failed')
    return (
      <Stacked>
        <Tag tone="bad">Failed</Tag>
        <Soft>{reason} Start it again.</Soft>
      </Stacked>
    );
  if (state === 'waiting')
    return (
      <Stacked>
        <Tag>Waiting</Tag>
        {reason !== null && <Soft>{reason} It is tried again.</Soft>}
      </Stacked>
    );
  const accounts = `${counted(read, 'account')} read`;
  if (total === null || total === 0) return <Tag>{accounts}</Tag>;
  return (
    <Stacked>
      <Tag>{sayProgress(read, total)}</Tag>
      <Soft>{accounts}</Soft>
    </Stacked>
  );
}
