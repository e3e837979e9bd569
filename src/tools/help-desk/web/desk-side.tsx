import { Button } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { OutsideLink } from '../../../platform/ui/outside-link.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import type { SeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useMayOpen } from '../../../platform/web/routes/visible.ts';
import { raLogs } from '../../ra-logs/tool.ts';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import { stateWords } from '../contract/state-words.ts';
import { readDeskOptions } from '../contract.ts';
import styles from './desk.module.css';
import { deskTicketPath } from './links.ts';
import { StateTag } from './state-tag.tsx';
import type { useDeskChange } from './use-desk-change.ts';

const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog);
const SolveDialog = lazyDialog(async () => (await import('./solve-dialog.tsx')).SolveDialog);
const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog);

interface DeskSideProps {
  ticket: DeskDetails;
  change: ReturnType<typeof useDeskChange>;
  seen: SeenVersion<number>;
}

const settable = ['open', 'waiting', 'solved'] as const;

/** Who asked, who is working on it, what it is about, and its state. */
export function DeskSide({ ticket, change, seen }: DeskSideProps) {
  const { requester, assignee, isMine, category, state, others, log, helped, incident } = ticket;
  const mayOpen = useMayOpen();
  const [isMerging, setIsMerging] = useState(false);
  const [isAssigning, setIsAssigning] = useState(false);
  const [isSolving, setIsSolving] = useState(false);
  const offered = useCall(readDeskOptions, {}).data?.data;
  const known = offered?.categories ?? [];
  const categories = category === null || known.includes(category) ? known : [...known, category];
  const open = offered?.incidents ?? [];
  const isListed = incident === null || open.some(({ id }) => id === incident.id);
  const incidents = isListed ? open : [...open, incident];
  const setState = (value: (typeof settable)[number]) =>
    value === 'solved' && log?.isOpen === true ? setIsSolving(true) : void change.setState(value);
  // A ticket is new until someone works on it; no one sets it to New.
  const states = (state === 'new' ? (['new', ...settable] as const) : settable).filter(
    // A ticket that was handed over accepts no reply, so it isn't waiting for anyone.
    (value) => value === state || value !== 'waiting' || !ticket.isHandedOver,
  );
  return (
    <aside className={styles.side} aria-label="About this ticket">
      <Panel>
        <div className={styles.fields}>
          <div className={styles.field}>
            <span className={styles.label}>Requester</span>
            <strong>{requester.name}</strong>
            {requester.email === null ? (
              <span>Blocked or has left</span>
            ) : (
              <OutsideLink href={`mailto:${requester.email}`}>
                <EmailText>{requester.email}</EmailText>
              </OutsideLink>
            )}
          </div>
          {log !== null && (
            <div className={styles.field}>
              <span className={styles.label}>From an RA log</span>
              {mayOpen(raLogs.screens.logs.access) ? (
                <AppLink
                  to={`${raLogs.screens.logs.path}?followUp=${log.isOpen ? 'open' : 'true'}&building=${encodeURIComponent(log.building)}`}
                >
                  Follow-up in {log.building}
                </AppLink>
              ) : (
                <span>Follow-up in {log.building}</span>
              )}
              {log.isOpen ? 'Open' : 'Closed'}
            </div>
          )}
          {!ticket.isMerged && (
            <>
              <fieldset aria-label="Assigned to" className={styles.field}>
                <span className={styles.label}>Assigned to</span>
                <strong>{isMine ? 'You' : (assignee ?? 'Unassigned')}</strong>
                <Buttons>
                  {!isMine && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      loading={change.isPending}
                      onClick={() => void change.assignToMe()}
                    >
                      Assign to me
                    </Button>
                  )}
                  <Button size="compact-sm" variant="default" onClick={() => setIsAssigning(true)}>
                    Assign to…
                  </Button>
                  {assignee !== null && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      loading={change.isPending}
                      onClick={() => void change.unassign()}
                    >
                      Unassign
                    </Button>
                  )}
                </Buttons>
              </fieldset>
              <SideSelect
                label="Status"
                value={state}
                onChange={(value) => value !== 'new' && setState(value)}
                options={states.map((value) => ({ value, label: stateWords[value] }))}
              >
                {helped !== null && (
                  <span>
                    {helped ? 'The requester says it helped.' : 'The requester says it did not help.'}
                  </span>
                )}
              </SideSelect>
              <SideSelect
                label="Category"
                value={category ?? ''}
                onChange={(value) => void change.setCategory(value)}
                options={[
                  { value: '', label: 'None' },
                  ...categories.map((name) => ({ value: name, label: name })),
                ]}
              />
              {incidents.length > 0 && (
                <SideSelect
                  label="Known issue"
                  value={incident?.id ?? ''}
                  onChange={(value) => void change.setIncident(value)}
                  options={[
                    { value: '', label: 'None' },
                    ...incidents.map(({ id, title }) => ({ value: id, label: title })),
                  ]}
                />
              )}
            </>
          )}
        </div>
      </Panel>
      {others.length > 0 && (
        <section>
          <h2>Other tickets of {requester.name}</h2>
          <ul className={styles.others}>
            {others.map((other) => (
              <li key={other.id}>
                <AppLink to={deskTicketPath(other.id)}>
                  #{other.number} {other.subject}
                </AppLink>{' '}
                <StateTag ticket={other} />
              </li>
            ))}
          </ul>
          {others.some(({ canBeMergedInto }) => canBeMergedInto) && (
            <Button size="compact-sm" variant="subtle" onClick={() => setIsMerging(true)}>
              Merge into one of these…
            </Button>
          )}
        </section>
      )}
      <MergeDialog open={isMerging} onClose={() => setIsMerging(false)} ticket={ticket} seen={seen} />
      <SolveDialog open={isSolving} onClose={() => setIsSolving(false)} ticket={ticket} seen={seen} />
      <AssignDialog open={isAssigning} onClose={() => setIsAssigning(false)} ticket={ticket} seen={seen} />
    </aside>
  );
}

interface SideSelectProps<Value extends string> extends ComponentProps<typeof CompactSelect<Value>> {
  /** Below it. */
  children?: ReactNode;
}

function SideSelect<Value extends string>({ children, ...select }: SideSelectProps<Value>) {
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden="true">
        {select.label}
      </span>
      <CompactSelect {...select} />
      {children}
    </div>
  );
}
