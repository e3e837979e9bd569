import { Building2 } from 'lucide-react';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { useTextAddress } from '../../../platform/web/list/use-text-address.ts';
import { readRaBoard } from '../contract.ts';
import { raLogs } from '../tool.ts';
import styles from './board-screen.module.css';
import { LogTabs } from './log-tabs.tsx';
import { OpenFollowUps } from './open-follow-ups.tsx';
import { RoundsPerWeek } from './rounds-per-week.tsx';

const periods = [
  { value: '4', label: 'Last 4 weeks' },
  { value: '12', label: 'Last 12 weeks' },
  { value: '26', label: 'Last 26 weeks' },
  { value: '52', label: 'Last 52 weeks' },
] as const;
const usual = '12';

/** The state of each building: what is open, and how often it was walked. */
export function Screen() {
  const [written, write] = useTextAddress('weeks');
  const weeks = periods.find(({ value }) => value === written)?.value ?? usual;
  const board = useCall(readRaBoard, { query: { weeks: Number(weeks) } }, { keepPrevious: true });
  const buildings = board.data?.data;
  const hasAny = buildings?.some(
    ({ lastRoundAt, openFollowUps }) => lastRoundAt !== null || openFollowUps > 0,
  );
  return (
    <>
      <PageHeading lead={raLogs.screens.board.lead}>{raLogs.screens.board.title}</PageHeading>
      <LogTabs />
      {board.data === undefined && (
        <Panel flush>
          <Pending answer={board} what="the board" rows={8} />
        </Panel>
      )}
      {buildings !== undefined && !hasAny && (
        <Panel flush>
          <EmptyState icon={<Building2 size={26} />} title="No Data Available">
            No logs have been submitted yet.
          </EmptyState>
        </Panel>
      )}
      {buildings !== undefined && hasAny && (
        <div className={styles.board}>
          <section aria-labelledby="open-follow-ups">
            <h2 id="open-follow-ups" className={styles.title}>
              Open follow-ups
            </h2>
            <Panel>
              <OpenFollowUps buildings={buildings} />
            </Panel>
          </section>
          <section aria-labelledby="rounds-per-week">
            <div className={styles.top}>
              <h2 id="rounds-per-week" className={styles.title}>
                Rounds per week
              </h2>
              <CompactSelect
                label="Period"
                value={weeks}
                onChange={(chosen) => write(chosen === usual ? '' : chosen)}
                options={periods}
              />
            </div>
            <RoundsPerWeek buildings={buildings} />
          </section>
        </div>
      )}
    </>
  );
}
