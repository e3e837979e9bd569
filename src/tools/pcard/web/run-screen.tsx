import { Button } from '@mantine/core';
import { Ban, Download, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../platform/contract/counted.ts';
import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { downloadRun, type Run, readRun } from '../contract.ts';
import { pcard } from '../tool.ts';
import styles from './process.module.css';
import { RunLines } from './run-lines.tsx';
import { sayMoney } from './say.ts';
import { StateTag } from './state-tag.tsx';

const VoidDialog = lazyDialog(async () => (await import('./void-dialog.tsx')).VoidDialog);

/** One run: its totals, its file, and where each line came from. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readRun, { params: { id } });
  const run = answer.data?.data;
  if (run !== undefined) return <RunPage run={run} />;
  return (
    <PagePending
      answer={answer}
      heading={pcard.screens.run.title}
      what="the run"
      missing={
        <PageNotice title="Run not found" icon={<ReceiptText />}>
          <p>
            The address is wrong. <AppLink to={pcard.screens.runs.path}>P-Card runs</AppLink>
          </p>
        </PageNotice>
      }
    />
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
        <RunFacts run={run} />
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

function RunFacts({ run }: { run: Run }) {
  const { processedAt, processedBy, fileName, transactions, lines, dropped, debits, credits } = run;
  const { repeated, voided } = run;
  return (
    <Panel>
      <Facts wide>
        <Fact term="Status">
          <StateTag run={run} />
        </Fact>
        <Fact term="Processed">
          <CampusTime value={processedAt} /> by {processedBy}
        </Fact>
        <Fact term="File">{fileName}</Fact>
        <Fact term="Transactions">{sayTransactions(transactions, dropped)}</Fact>
        <Fact term="Lines">{lines.toLocaleString('en-US')}</Fact>
        <Fact term="Debits">{sayMoney(debits)}</Fact>
        <Fact term="Credits">{sayMoney(credits)}</Fact>
        {repeated > 0 && (
          <Fact term="Earlier">{counted(repeated, 'transaction', 'transactions')} processed before</Fact>
        )}
        {voided !== null && (
          <Fact term="Void">
            <CampusTime value={voided.at} /> by {voided.by}: {voided.reason}
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function sayTransactions(transactions: number, dropped: number): string {
  const all = transactions.toLocaleString('en-US');
  return dropped === 0 ? all : `${all}, ${dropped.toLocaleString('en-US')} of zero left out`;
}
