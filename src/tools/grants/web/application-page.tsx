import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { PrintButton } from '../../../platform/ui/print-button.tsx';
import { TagLine } from '../../../platform/ui/tag-line.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { StaysWhileTyping } from '../../../platform/web/session/stays-while-typing.tsx';
import type { ApplicationDetails } from '../contract/shapes.ts';
import { editApplication, listApplications, readApplication } from '../contract.ts';
import { grants } from '../tool.ts';
import { ApplicationFacts } from './application-facts.tsx';
import styles from './application-page.module.css';
import { Attachments } from './attachments.tsx';
import { BalancePanel } from './balance-panel.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { EditForm } from './edit-form.tsx';
import { History } from './history.tsx';
import { MessageForm } from './message-form.tsx';
import { sayMoney } from './money.ts';
import { OpenReports } from './open-reports.tsx';
import { ReportPanel } from './report-panel.tsx';
import { Resubmitted } from './resubmitted.tsx';
import { StatusTag } from './status-tag.tsx';
import { useShown } from './use-shown.ts';

/** An application with what this person may do about it. */
export function ApplicationPage({ application }: { application: ApplicationDetails }) {
  const { _id, version, approvalStatus, applicant, submittedBy, isOwn, can, dateSubmitted, totalAmount } =
    application;
  // Another tab may submit it while someone types here: the form stays.
  const [isTyped, setIsTyped] = useState(false);
  const shown = useShown(application);
  const withdraw = useAction(editApplication, { invalidates: [readApplication, listApplications] });
  const withdrawIt = async () => {
    const isWithdrawn = await withdraw.run(
      { params: { id: _id }, body: { approvalStatus: 'Withdrawn', version } },
      {
        confirm: {
          title: 'Withdraw this application?',
          text: "The committee no longer votes on it. This can't be undone, but you can apply again.",
          action: 'Withdraw',
          danger: true,
        },
        done: 'Your application is withdrawn',
        failed: 'Your application was not withdrawn',
      },
    );
    // What was typed is gone with it.
    if (isWithdrawn) setIsTyped(false);
  };
  return (
    <>
      <PageHeading
        lead={
          <TagLine>
            <StatusTag state={approvalStatus} />
            <strong>{sayMoney(totalAmount)}</strong>
            <span>
              {isOwn ? 'Submitted' : `Submitted by ${applicant} on`} <CampusTime value={dateSubmitted} />
            </span>
          </TagLine>
        }
        actions={
          <>
            {can.withdraw && (
              <Button
                variant="default"
                leftSection={<Undo2 size={17} aria-hidden="true" />}
                loading={withdraw.isPending}
                onClick={() => void withdrawIt()}
              >
                Withdraw
              </Button>
            )}
            <PrintButton />
          </>
        }
      >
        {application.titleOfProfessionalMeeting}
      </PageHeading>
      <p className={styles.printed}>
        {pageData.campus.college}, {grants.title}: application of {applicant} ({submittedBy})
      </p>
      <div className={styles.columns} data-wide={application.votes === null || undefined}>
        <div className={styles.main}>
          {/* The committee sees it, too: what they vote on stays as it is. A draft is only for its applicant to edit. */}
          {!can.edit && (isOwn || approvalStatus !== 'Draft') && !isTyped && (
            <p className={styles.banner} role="note" data-no-print>
              This application cannot be edited while its status is {approvalStatus}.
            </p>
          )}
          {!isOwn && <Resubmitted {...shown} />}
          <OpenReports reports={application.openReports} isOwn={isOwn} />
          {application.report !== null && (
            <ReportPanel
              key={_id}
              application={application}
              report={application.report}
              isOwn={isOwn}
              shown={shown}
            />
          )}
          {can.edit && <Returned application={application} />}
          {can.edit || isTyped ? (
            <>
              <div data-no-print>
                <EditForm key={_id} application={application} onTyped={setIsTyped} />
              </div>
              {/* Paper has what was submitted, not a form. */}
              <div className={styles.printed}>
                <ApplicationFacts application={application} />
              </div>
            </>
          ) : (
            <Panel>
              <ApplicationFacts application={application} />
            </Panel>
          )}
          <Attachments application={application} />
        </div>
        {/* Before the rest: on a phone, the decision comes right below what it is about. */}
        {application.votes !== null && (
          <aside className={styles.side} aria-label="For the committee">
            <DecisionPanel application={application} votes={application.votes} shown={shown} />
            {application.balance !== null && (
              <BalancePanel application={application} balance={application.balance} />
            )}
          </aside>
        )}
        <div className={styles.rest}>
          <History entries={application.history} />
          <StaysWhileTyping isUsable={can.write}>
            <MessageForm id={_id} to={isOwn ? 'the committee' : 'the applicant'} />
          </StaysWhileTyping>
        </div>
      </div>
    </>
  );
}

/** Why it was returned. */
function Returned({ application: { history } }: { application: ApplicationDetails }) {
  const returned = history.findLast(({ state }) => state === 'Draft');
  if (returned === undefined) return null;
  return (
    <section className={styles.returned} aria-label="Returned" data-no-print>
      <strong>{returned.by} returned this application to you.</strong>
      {returned.text !== '' && <p className={styles.text}>{returned.text}</p>}
      <p>Change it below and submit it again. The committee then votes on it from the start.</p>
    </section>
  );
}
