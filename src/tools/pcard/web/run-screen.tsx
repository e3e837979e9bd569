import { Button } from '@mantine/core';
import { Ban, Download, ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { downloadRun, type Run, readRun } from '../contract.ts';
import { pcard } from '../tool.ts';
import styles from './process.module.css';
import { RunLines } from './run-lines.tsx';
import { counted, sayMoney } from './say.ts';
import { StateTag } from './state-tag.tsx';

const VoidDialog = lazyDialog(async () => (await import('./void-dialog.tsx')).VoidDialog);

/** One run: its totals, its file, and where each line came from. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readRun, { params: { id } });
  const run = answer.data?.data;
  if (answer.error?.status === 404 || answer.error?.status === 400) {
    return (
      <PageNotice title="There is no such run" icon={<ReceiptText />}>
        <p>
          The address is wrong. <AppLink to={pcard.screens.runs.path}>P-Card runs</AppLink>
        </p>
      </PageNotice>
    );
  }
  if (run !== undefined) return <RunPage run={run} />;
  return (
    <>
      <PageHeading>P-Card Run</PageHeading>
      {answer.error === null ? (
        <PageSkeleton />
      ) : (
        <ErrorPanel
          error={answer.error}
          title="The run could not be loaded"
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
    </>
  );
}

function RunPage({ run }: { run: Run }) {
  const [isVoiding, setIsVoiding] = useState(false);
  const { id, journalLogNumber, profile, can } = run;
  return (
    <>
      <PageHeading
        lead={profile}
        actions={
          <>
            {can.void && (
              <Button
                variant="default"
                leftSection={<Ban size={17} aria-hidden="true" />}
                onClick={() => setIsVoiding(true)}
              >
                Void
              </Button>
            )}
            {can.download && (
              <DownloadButton
                contract={downloadRun}
                request={{ params: { id } }}
                variant="default"
                leftSection={<Download size={17} aria-hidden="true" />}
              >
                Download {journalLogNumber}.txt
              </DownloadButton>
            )}
          </>
        }
      >
        {journalLogNumber}
      </PageHeading>
      <div className={styles.page}>
        <Facts run={run} />
        {can.download ? (
          <RunLines id={id} />
        ) : (
          <p className={styles.soft}>The file and the lines of this run are no longer kept.</p>
        )}
      </div>
      <VoidDialog open={isVoiding} onClose={() => setIsVoiding(false)} run={run} />
    </>
  );
}

function Facts({ run }: { run: Run }) {
  const { processedAt, processedBy, fileName, transactions, lines, dropped, debits, credits, repeated } = run;
  const rows: [term: string, fact: ReactNode][] = [
    ['State', <StateTag key="state" run={run} />],
    [
      'Processed',
      <span key="when">
        <CampusTime value={processedAt} /> by {processedBy}
      </span>,
    ],
    ['File', fileName],
    ['Transactions', sayTransactions(transactions, dropped)],
    ['Lines', lines.toLocaleString('en-US')],
    ['Debits', sayMoney(debits)],
    ['Credits', sayMoney(credits)],
    ...(repeated > 0
      ? ([['Processed before', counted(repeated, 'transaction', 'transactions')]] as [string, string][])
      : []),
    ...(run.voided === null
      ? []
      : ([
          [
            'Void',
            <span key="void">
              <CampusTime value={run.voided.at} /> by {run.voided.by}: {run.voided.reason}
            </span>,
          ],
        ] as [string, ReactNode][])),
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

function sayTransactions(transactions: number, dropped: number): string {
  const all = transactions.toLocaleString('en-US');
  return dropped === 0 ? all : `${all}, ${dropped.toLocaleString('en-US')} of zero dropped`;
}
