import { Button } from '@mantine/core';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type ChangedPerson, mostNamed, type Run, readRunChanges } from '../contract.ts';
import { useConfirmRun, useDiscardRun } from './use-decide.ts';
import styles from './waiting-run.module.css';

/** A waiting reading: what it would change, and who they are. */
export function WaitingRun({ run }: { run: Run }) {
  const changes = useCall(readRunChanges, { params: { id: run.id } });
  const confirm = useConfirmRun(run);
  const discard = useDiscardRun(run);
  const nothing = run.added + run.changed + run.gone === 0;
  return (
    <Panel>
      <section className={styles.run} aria-label="Waiting for a decision">
        <h2 className={styles.heading}>
          {run.reason === null || run.origin === 'upload'
            ? 'Check what would change'
            : 'A change was held back'}
        </h2>
        <p className={styles.words}>
          {run.reason !== null && <strong>{run.reason} </strong>}
          Read by {run.createdBy} on <CampusTime value={run.createdAt} />. Nothing has changed so far.
          {run.note !== null && ` ${run.note}`}
        </p>
        {nothing ? (
          <p className={styles.words}>The directory already has all of this.</p>
        ) : changes.data ? (
          <div className={styles.lists}>
            <Changed title="Gone" total={run.gone} people={of(changes.data.data, 'gone')} />
            <Changed title="Added" total={run.added} people={of(changes.data.data, 'added')} />
            <Changed title="Changed" total={run.changed} people={of(changes.data.data, 'changed')} />
          </div>
        ) : (
          <Pending answer={changes} what="the changes" rows={3} />
        )}
        <Buttons>
          <Button onClick={() => void confirm()}>Confirm</Button>
          <Button variant="default" onClick={() => void discard()}>
            Discard
          </Button>
        </Buttons>
      </section>
    </Panel>
  );
}

const of = (people: readonly ChangedPerson[], what: ChangedPerson['what']) =>
  people.filter((person) => person.what === what);

interface ChangedProps {
  title: string;
  total: number;
  people: readonly ChangedPerson[];
}

function Changed({ title, total, people }: ChangedProps) {
  if (total === 0) return null;
  return (
    <div className={styles.changed}>
      <h3 className={styles.title}>
        {title} <span className={styles.total}>{total.toLocaleString('en-US')}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keyboard */}
      <ul className={styles.people} tabIndex={0} aria-label={`${title}, ${total}`}>
        {people.map(({ key, name, department, kind }) => (
          <li key={key}>
            {name} <span className={styles.soft}>{kind === 'student' ? 'Student' : department}</span>
          </li>
        ))}
        {total > mostNamed && (
          <li className={styles.soft}>and {(total - mostNamed).toLocaleString('en-US')} more</li>
        )}
      </ul>
    </div>
  );
}
