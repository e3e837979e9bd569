import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { useOnline } from '../../../platform/web/session/use-online.ts';
import { type RaLog, readLatestRaLog } from '../contract.ts';
import styles from './latest-log.module.css';
import { LongText } from './long-text.tsx';
import { YesOrNo } from './yes-or-no.tsx';

/** What the previous round found in the building. Folded on phones, where the questions come first. */
export function LatestLog({ building }: { building: string }) {
  const isOnline = useOnline();
  const latest = useCall(readLatestRaLog, { params: { building } }, { enabled: isOnline });
  const log = latest.data?.data;
  const [isOpen, setIsOpen] = useState(false);
  const details = useId();
  return (
    <section className={styles.latest} aria-label={`The previous round in ${building}`}>
      <h2 className={styles.title}>
        <span className={styles.wide}>The previous round</span>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setIsOpen(!isOpen)}
        >
          The previous round
          {isFollowedUp(log) && <Tag tone="warning">Follow-up open</Tag>}
          <ChevronDown size={17} aria-hidden="true" />
        </button>
      </h2>
      <div id={details} className={styles.details} data-open={isOpen || undefined}>
        {log !== undefined && log !== null && <Found log={log} />}
        {log === null && <p className={styles.note}>There are no logs for {building} yet.</p>}
        {log === undefined && !isOnline && (
          <p className={styles.note}>The last log for {building} isn't available offline.</p>
        )}
        {log === undefined && isOnline && <Pending answer={latest} what="the last log" rows={2} />}
      </div>
    </section>
  );
}

function isFollowedUp(log: RaLog | null | undefined): boolean {
  return log?.followUpTask?.closed === false;
}

const texts = {
  safetyConcerns: 'Safety Concerns',
  warnings: 'Warnings',
  reports: 'Reports',
  comments: 'Comments',
} as const;

function Found({ log }: { log: RaLog }) {
  const written = Object.entries(texts).filter(([name]) => log[name as keyof typeof texts] !== '');
  return (
    <>
      <p className={styles.who}>
        <CampusTime value={log.writtenAt ?? log.createdAt} /> by <EmailText>{log.submittedBy}</EmailText>
      </p>
      {isFollowedUp(log) && (
        <p className={styles.open}>
          <Tag tone="warning">Follow-up open</Tag>
        </p>
      )}
      <dl className={styles.facts}>
        <div className={styles.flag}>
          <dt>Extinguishers Secure</dt>
          <dd>
            <YesOrNo value={log.fireExtinguishers} alarming={false} />
          </dd>
        </div>
        <div className={styles.flag}>
          <dt>Exit Doors Closed</dt>
          <dd>
            <YesOrNo value={log.exitDoors} alarming={false} />
          </dd>
        </div>
        {written.map(([name, title]) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>
              <LongText of={title}>{log[name as keyof typeof texts]}</LongText>
            </dd>
          </div>
        ))}
      </dl>
      {written.length === 0 && <p className={styles.note}>Nothing else was noted.</p>}
    </>
  );
}
