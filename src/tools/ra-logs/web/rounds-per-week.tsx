import { BarChart } from '../../../platform/ui/bar-chart.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { BoardBuilding } from './board-building.ts';
import styles from './rounds-per-week.module.css';

/** A chart for each building, all to the same scale, so that a rarely walked building stands out. */
export function RoundsPerWeek({ buildings }: { buildings: readonly BoardBuilding[] }) {
  const walked = buildings.filter(({ lastRoundAt }) => lastRoundAt !== null);
  const never = buildings.filter(({ lastRoundAt }) => lastRoundAt === null).map(({ building }) => building);
  const most = Math.max(0, ...buildings.flatMap(({ weeks }) => weeks.map(({ rounds }) => rounds)));
  return (
    <>
      <ul className={styles.charts}>
        {walked.map(({ building, weeks, lastRoundAt }) => (
          <li key={building}>
            <Panel>
              <BarChart
                size="small"
                title={building}
                nameHeading="Week"
                unit={['round', 'rounds']}
                reaching={most}
                bars={weeks.map(({ monday, rounds }) => ({
                  label: formatDay(monday, 'short'),
                  name: `Week of ${formatDay(monday, 'short')}`,
                  value: rounds,
                }))}
              />
              {lastRoundAt !== null && (
                <p className={styles.last}>
                  Last round <CampusTime value={lastRoundAt} />
                </p>
              )}
            </Panel>
          </li>
        ))}
      </ul>
      {never.length > 0 && <p className={styles.never}>Never walked: {never.join(', ')}.</p>}
    </>
  );
}
