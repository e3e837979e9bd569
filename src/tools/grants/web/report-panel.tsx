import { Button } from '@mantine/core';
import { useState } from 'react';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { sayNotOpened } from '../../../platform/web/feedback/say-not-opened.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { lazyPart } from '../../../platform/web/lazy/lazy-part.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { StaysWhileTyping } from '../../../platform/web/session/stays-while-typing.tsx';
import type { FinalReport } from '../contract/report-shapes.ts';
import type { ApplicationDetails } from '../contract/shapes.ts';
import { decideReport } from '../contract.ts';
import styles from './application-page.module.css';
import { AttachmentList } from './attachment-list.tsx';
import { AddFiles } from './attachments.tsx';
import { ReportFacts } from './report-facts.tsx';
import { decisionReads } from './use-decisions.ts';
import { useFoundDraft } from './use-found-draft.ts';
import type { Shown } from './use-shown.ts';

// Only applicants after their activity need it, and everyone else reads applications here.
const ReportForm = lazyPart(async () => (await import('./report-form.tsx')).ReportForm, {
  onFailure({ onDone }) {
    sayNotOpened();
    onDone();
  },
});
const ReasonDialog = lazyDialog(async () => (await import('./reason-dialog.tsx')).ReasonDialog);

interface ReportPanelProps {
  application: ApplicationDetails;
  report: FinalReport;
  isOwn: boolean;
  shown: Shown;
}

/** The final report of an approved application: its form for the applicant, and its contents for everyone else. */
export function ReportPanel({ application, report, isOwn, shown }: ReportPanelProps) {
  const { can, history } = application;
  // It stays open while someone is typing, whatever another tab does with the report.
  const [isWriting, setIsWriting] = useState(can.report && (report.isDue || report.state === 'Returned'));
  const receipts = application.attachments.filter(({ isReceipt }) => isReceipt);
  const returned = report.state === 'Returned' ? history.findLast((step) => step.report !== null) : undefined;
  return (
    <section className={styles.report} aria-labelledby="grant-report">
      <div className={styles.headingRow}>
        <h2 id="grant-report" className={styles.heading}>
          Final report
        </h2>
        <ReportTag report={report} />
      </div>
      <Panel>
        <div className={styles.votes}>
          <p className={styles.plain}>
            <Sentence report={report} isOwn={isOwn} />
          </p>
          {returned !== undefined && (
            <section className={styles.returned} aria-label="Returned report">
              <strong>{returned.by} returned this report.</strong>
              <p className={styles.text}>{returned.text}</p>
            </section>
          )}
          {isWriting ? (
            <div data-no-print>
              <ReportForm application={application} onDone={() => setIsWriting(false)} />
            </div>
          ) : (
            <>
              {report.actual !== null && (
                <ReportFacts application={application} report={report} actual={report.actual} />
              )}
              {receipts.length > 0 && (
                <section>
                  <h3>Receipts</h3>
                  <AttachmentList attachments={receipts} canRemove={can.removeReceipts} />
                </section>
              )}
              {can.attach && (
                <div data-no-print>
                  <AddFiles id={application._id} label="Receipts" action="Add receipts" />
                </div>
              )}
              {can.report && <WriteReport id={application._id} onWrite={() => setIsWriting(true)} />}
            </>
          )}
          <StaysWhileTyping isUsable={can.decideReport}>
            <Decision application={application} shown={shown} />
          </StaysWhileTyping>
        </div>
      </Panel>
    </section>
  );
}

function WriteReport({ id, onWrite }: { id: string; onWrite: () => void }) {
  const { found } = useFoundDraft(id);
  return (
    <div>
      <Button variant="default" onClick={onWrite}>
        {found ? 'Continue the final report' : 'Write the final report'}
      </Button>
    </div>
  );
}

function ReportTag({ report: { state, isDue } }: { report: FinalReport }) {
  switch (state) {
    case 'Open':
      return isDue ? <Tag tone="warning">Due</Tag> : <Tag>Not due yet</Tag>;
    case 'Submitted':
      return <Tag>Submitted</Tag>;
    case 'Returned':
      return <Tag tone="warning">Returned</Tag>;
    case 'Accepted':
      return <Tag tone="good">Accepted</Tag>;
  }
}

function Sentence({ report, isOwn }: { report: FinalReport; isOwn: boolean }) {
  const { state, dueOn, submittedAt } = report;
  const day = formatDay(dueOn);
  if (state === 'Accepted') return 'The actual amounts below count instead of the approved ones.';
  if (state === 'Submitted')
    return (
      <>
        Submitted {submittedAt !== null && <CampusTime value={submittedAt} />}. The committee accepts it or
        returns it.
      </>
    );
  if (state === 'Returned')
    return isOwn
      ? 'Change your report and submit it again.'
      : 'It was returned. The applicant changes it and submits it again.';
  if (!isOwn) return `The applicant submits it after the activity, by ${day}.`;
  return `Say what came of the activity and what it cost by ${day}. Keep the receipts and add them here.`;
}

/** For an approver: one of them decides. */
function Decision({ application, shown }: Pick<ReportPanelProps, 'application' | 'shown'>) {
  const { _id } = application;
  const [isAsking, setIsAsking] = useState(false);
  const decide = useAction(decideReport, { invalidates: decisionReads });
  const accept = () =>
    decide.run(
      { params: { id: _id }, body: { state: 'Accepted', version: shown.version } },
      {
        done: 'Final report accepted',
        failed: (error) => {
          shown.onRefusal(error);
          return 'The final report was not accepted';
        },
      },
    );
  return (
    <Buttons>
      <Button loading={decide.isPending} onClick={() => void accept()}>
        Accept report
      </Button>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Return report…
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        about="report"
        application={application}
        seenVersion={shown.version}
      />
    </Buttons>
  );
}
