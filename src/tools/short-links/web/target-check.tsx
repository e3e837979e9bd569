import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Link } from '../contract.ts';
import styles from './link-details.module.css';

/** What the page that a link goes to responded last night, and since when it is broken. */
export function TargetCheck({ check }: { check: NonNullable<Link['targetCheck']> }) {
  const { answer, checkedAt, brokenSince } = check;
  return (
    <span className={styles.check}>
      {brokenSince !== null && (
        <span>
          <Tag tone="bad">Broken target</Tag> since <CampusTime value={brokenSince} style="date" />
        </span>
      )}
      <span>{answer}</span>
      <span>
        Checked <CampusTime value={checkedAt} />
      </span>
    </span>
  );
}
