import { BarList } from '../../../platform/ui/bar-list.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { raLogs } from '../tool.ts';
import type { BoardBuilding } from './board-building.ts';

/** Where something still needs to be done, most first; each building links to its logs. */
export function OpenFollowUps({ buildings }: { buildings: readonly BoardBuilding[] }) {
  const list = raLogs.screens.logs.path;
  const sorted = buildings.toSorted((one, other) => other.openFollowUps - one.openFollowUps);
  return (
    <BarList
      caption="Open follow-ups of each building"
      nameHeading="Building"
      valueHeading="Open follow-ups"
      rows={sorted.map(({ building, openFollowUps }) => ({
        key: building,
        name: (
          <AppLink to={`${list}?followUp=open&building=${encodeURIComponent(building)}`}>{building}</AppLink>
        ),
        value: openFollowUps,
      }))}
    />
  );
}
