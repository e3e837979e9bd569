import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useCall } from '../../../platform/web/client/query.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Incident } from '../contract/incident-shapes.ts';
import { joinIncident, listIncidents } from '../contract.ts';
import styles from './incidents.module.css';

/** What IT knows about already. Nothing where there is nothing. */
export function IncidentStrip() {
  const incidents = useCall(listIncidents, {}).data?.data ?? [];
  if (incidents.length === 0) return null;
  return (
    <section className={styles.strip} aria-label="Known issues">
      {incidents.map((incident) => (
        <KnownIssue key={incident.id} incident={incident} />
      ))}
    </section>
  );
}

function KnownIssue({ incident: { id, title, text, updatedAt, affected, isMine } }: { incident: Incident }) {
  const join = useAction(joinIncident, { invalidates: [listIncidents] });
  return (
    <article className={styles.issue}>
      <TriangleAlert size={20} aria-hidden="true" />
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p>{text}</p>
        <p className={styles.soft}>
          IT knows about it. Updated <CampusTime value={updatedAt} />
          {affected > 0 && `. ${sayAffected(affected, isMine)}`}
        </p>
      </div>
      {!isMine && (
        <Button
          size="sm"
          variant="default"
          loading={join.isPending}
          onClick={() =>
            void join.run(
              { params: { id } },
              { done: 'We will email you about it', failed: 'This was not saved' },
            )
          }
        >
          I have this too
        </Button>
      )}
    </article>
  );
}

function sayAffected(affected: number, isMine: boolean): string {
  const others = isMine ? affected - 1 : affected;
  const people = others === 1 ? 'One other person has' : `${others.toLocaleString('en-US')} others have`;
  if (!isMine)
    return affected === 1 ? 'One person has it.' : `${affected.toLocaleString('en-US')} people have it.`;
  return others === 0 ? 'You get news by email.' : `You get news by email. ${people} it too.`;
}
