import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { HistoryEntry } from '../contract/shapes.ts';
import styles from './application-page.module.css';

const stateWords = {
  Draft: 'returned it to the applicant',
  Pending: 'submitted it',
  Approved: 'moved it to Approved',
  Declined: 'declined it',
  Withdrawn: 'withdrew it',
} as const;

const reportWords = {
  Open: '',
  Submitted: 'submitted the final report',
  Returned: 'returned the final report',
  Accepted: 'accepted the final report',
} as const;

const voteWords = {
  approve: 'voted to approve it',
  decline: 'voted to decline it',
  recused: 'took no part in the decision',
} as const;

/** What happened to an application, oldest first. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <section aria-labelledby="grant-history">
      <h2 id="grant-history" className={styles.heading}>
        History
      </h2>
      <ol className={styles.history}>
        {entries.map((entry) => (
          <li key={`${entry.id} ${entry.at}`} className={styles.step}>
            <p className={styles.stepHead}>
              <span>
                <strong>{entry.by}</strong> {didWhat(entry)} {entry.isVoid && <Tag>Earlier version</Tag>}
              </span>
              <span className={styles.soft}>
                <CampusTime value={entry.at} />
              </span>
            </p>
            {entry.text !== '' && <p className={styles.text}>{entry.text}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function didWhat({ state, vote, report }: HistoryEntry): string {
  if (report !== null) return reportWords[report];
  if (vote !== null) return voteWords[vote];
  return state === null ? 'wrote' : stateWords[state];
}
