import { Button } from '@mantine/core';
import { useId } from 'react';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type LinkRequest, listLinkRequests } from '../contract.ts';
import { groupWords } from './decision-question.ts';
import styles from './link-requests.module.css';
import { useDecision } from './use-decision.ts';

/** Sign-ins that are waiting for a decision; renders nothing when there are none. */
export function LinkRequests() {
  const heading = useId();
  const requests = useCall(listLinkRequests, {});
  if (requests.error && !requests.error.isSignedOut && !requests.data) {
    return (
      <div className={styles.requests}>
        <ProblemAlert>The link requests could not be loaded. {requests.error.detail}</ProblemAlert>
      </div>
    );
  }
  if (!requests.data || requests.data.data.length === 0) return null;
  return (
    <section className={styles.requests} aria-labelledby={heading}>
      <h2 id={heading}>Waiting for your decision</h2>
      <p className={styles.about}>
        These people signed in with an email address that already belongs to another account, or to a record
        of the directory.
      </p>
      {requests.data.data.map((request) => (
        <Panel key={request.id}>
          {request.record === null ? (
            <Request request={request} />
          ) : (
            <RecordRequest request={request} record={request.record} />
          )}
        </Panel>
      ))}
    </section>
  );
}

function RecordRequest({
  request,
  record,
}: {
  request: LinkRequest;
  record: NonNullable<LinkRequest['record']>;
}) {
  const decide = useDecision(request);
  const about = [record.title, record.department, `key ${record.key}`].filter((part) => part !== '');
  return (
    <div className={styles.request}>
      <p className={styles.words}>
        <strong>{request.person.name}</strong> signed in with “{request.provider}” as {request.email} on{' '}
        <CampusTime value={request.createdAt} />. The directory has that address for{' '}
        <strong>{record.name}</strong> ({about.join(', ')}).
        {record.accessGroups.length > 0 && (
          <>
            {' '}
            This record gives the access of <strong>{groupWords(record.accessGroups)}</strong>.
          </>
        )}
      </p>
      <Buttons>
        <Button size="sm" onClick={() => void decide('link')}>
          Same person: link
        </Button>
        <Button size="sm" variant="default" onClick={() => void decide('refuse')}>
          Someone else
        </Button>
      </Buttons>
    </div>
  );
}

function Request({ request }: { request: LinkRequest }) {
  const decide = useDecision(request);
  const { person, hasAccount, isKeptOut } = request;
  return (
    <div className={styles.request}>
      <p className={styles.words}>
        <strong>{request.name}</strong> {isKeptOut ? 'wants to sign' : 'signs'} in with “{request.provider}”
        as {request.email}, since <CampusTime value={request.createdAt} />. That address belongs to{' '}
        <strong>{person.name}</strong>, who signs in with “{person.providers.join('” and “')}”
        {person.lastSignInAt !== null && (
          <>
            , last <CampusTime value={person.lastSignInAt} />
          </>
        )}
        .{!isKeptOut && ` Until you decide, email for ${request.name} goes to a former address.`}
      </p>
      <Buttons>
        {!hasAccount && (
          <Button size="sm" onClick={() => void decide('link')}>
            Same person: link
          </Button>
        )}
        <Button size="sm" variant="default" onClick={() => void decide('separate')}>
          Address has a new owner
        </Button>
        <Button size="sm" variant="default" onClick={() => void decide('refuse')}>
          Refuse
        </Button>
      </Buttons>
    </div>
  );
}
