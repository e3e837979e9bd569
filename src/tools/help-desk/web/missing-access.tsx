import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Contact } from '../../../platform/ui/contact.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { RefusedProps } from '../../../platform/web/routes/web-tool.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { MissingAccess as Missing } from '../contract/access-calls.ts';
import { readMissingAccess } from '../contract.ts';
import { AccessForm } from './access-form.tsx';
import { ticketPath } from './links.ts';
import styles from './missing-access.module.css';

/** Which permission a page needs, who decides about it, and a way to ask for it. */
export function MissingAccess({ path, onFailure }: RefusedProps) {
  const answer = useCall(readMissingAccess, { query: { path } });
  const missing = answer.data?.data;
  const hasFailed = (answer.error !== null && !answer.error.isSignedOut) || missing === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    if (hasFailed) onFailure();
  }, [hasFailed]);
  if (missing === undefined || missing === null) return null;
  return (
    <Panel>
      <section className={styles.missing} aria-label="Access to this page">
        <p>This page needs a permission that your groups don't have:</p>
        <p className={styles.permission}>{missing.about}</p>
        <WhatToDo missing={missing} />
      </section>
    </Panel>
  );
}

function WhatToDo({ missing }: { missing: Missing }) {
  const [isAsking, setIsAsking] = useState(false);
  const { owner, asked, can } = missing;
  if (asked !== null)
    return (
      <p role="status">
        You asked for it on <CampusTime value={asked.at} />.{' '}
        <AppLink to={ticketPath(asked.ticket.id)}>Follow ticket #{asked.ticket.number}</AppLink>
      </p>
    );
  const decides = (
    <p>
      {owner.name} decides who gets it
      {owner.contact !== null && owner.contact !== owner.name ? (
        <>
          {' '}
          <span className={styles.contact}>
            (<Contact>{owner.contact}</Contact>).
          </span>
        </>
      ) : (
        '.'
      )}
      {!can.ask && ' If you need it for your work, ask them.'}
    </p>
  );
  if (!can.ask) return decides;
  return (
    <>
      {decides}
      {isAsking ? (
        <AccessForm permission={missing.permission} onCancel={() => setIsAsking(false)} />
      ) : (
        <Button onClick={() => setIsAsking(true)}>Ask for access</Button>
      )}
    </>
  );
}
