import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import { Sections } from '../../../platform/ui/sections.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type EntryDetails as Details, readAuditEntry } from '../contract.ts';
import styles from './audit.module.css';
import { Changes } from './changes.tsx';
import { Person } from './entries-table.tsx';
import { SensitiveValues } from './sensitive-values.tsx';
import { plain } from './words.ts';

/** One entry: who, what, whose, from where, and what each column was before and after. */
export function EntryDetails({ id }: { id: string }) {
  const entry = useCall(readAuditEntry, { params: { id } });
  if (entry.data) return <Shown entry={entry.data.data} />;
  return <Pending answer={entry} what="this entry" rows={6} />;
}

function Shown({ entry }: { entry: Details }) {
  const { at, by, actingFor, subject, about, clientAddress, requestId, columns, isSensitive } = entry;
  return (
    <Sections>
      <Facts>
        <Fact term="When">
          <CampusTime value={at} />
        </Fact>
        <Fact term="Who">
          <Person {...by} />
        </Fact>
        {actingFor !== null && <Fact term="For">{actingFor}</Fact>}
        {about !== null && (
          <Fact term="Whose data">
            <Person {...about} />
          </Fact>
        )}
        <Fact term={plain(subject.type)}>
          <span className={styles.id}>{subject.id}</span>
        </Fact>
        <Fact term="From">{clientAddress ?? 'The server itself'}</Fact>
        {requestId !== null && (
          <Fact term="Request">
            <span className={styles.id}>{requestId}</span>
          </Fact>
        )}
      </Facts>
      <section className={styles.section} aria-label="Values">
        <h3>Values</h3>
        {columns.length === 0 && <p className={styles.soft}>No values that anyone may read here.</p>}
        {columns.length > 0 && <Changes columns={columns} caption="Values before and after" />}
      </section>
      {isSensitive && <SensitiveValues entry={entry} />}
    </Sections>
  );
}
