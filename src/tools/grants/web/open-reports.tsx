import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { OpenReport } from '../contract/report-shapes.ts';
import styles from './application-page.module.css';
import { applicationPath } from './links.ts';

interface OpenReportsProps {
  reports: readonly OpenReport[];
  isOwn: boolean;
}

/** The applicant's earlier activities that were not reported on. Nothing if there are none. */
export function OpenReports({ reports, isOwn }: OpenReportsProps) {
  if (reports.length === 0) return null;
  const whose = isOwn ? 'your' : "the applicant's";
  return (
    <section className={styles.returned} aria-label="Missing final reports" data-no-print>
      <strong>
        {reports.length === 1
          ? `The final report on one of ${whose} earlier activities is missing.`
          : `The final reports on ${reports.length} of ${whose} earlier activities are missing.`}
      </strong>
      <ul className={styles.openReports}>
        {reports.map(({ _id, title, dueOn }) => (
          <li key={_id}>
            <AppLink to={applicationPath(_id)}>{title}</AppLink>, due {formatDay(dueOn)}
          </li>
        ))}
      </ul>
    </section>
  );
}
