import { homeWords } from '../../contract/shell-screens.ts';
import { useOnline } from '../offline/use-online.ts';
import { AppLink } from '../routes/link.tsx';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { useWaitingCounts } from '../waiting/use-waiting.ts';
import styles from './personal-home.module.css';
import { PinnedTools } from './pinned-tools.tsx';
import { byGroup, toolTilesFor } from './tiles.ts';
import { ToolGroups } from './tool-groups.tsx';
import { usePins } from './use-pins.ts';
import { WhatWaits } from './what-waits.tsx';

/** Home for people who are signed in: what waits for them, their pinned tools, and all their tools. */
export function PersonalHome() {
  const { tools } = usePortal();
  const mayOpen = useMayOpen();
  const tiles = toolTilesFor(
    tools.map(({ tool }) => tool),
    mayOpen,
  );
  const pins = usePins(tiles, mayOpen);
  const online = useOnline();
  const countAt = useWaitingCounts();
  return (
    <div className={styles.page}>
      <div>
        <h1 tabIndex={-1} className="quad-home-title">
          {homeWords.title}
        </h1>
        <p className="quad-home-lead">
          {homeWords.person}
          {mayOpen('dashboard.open') && (
            <>
              {' '}
              {homeWords.rest} <AppLink to="/my-dashboard">{homeWords.dashboard}</AppLink>.
            </>
          )}
        </p>
      </div>
      {online ? (
        <>
          <WhatWaits tiles={tiles} />
          <PinnedTools title="Pinned" tiles={pins.pinned} />
          <ToolGroups groups={byGroup(tiles)} pins={pins} countAt={countAt} />
        </>
      ) : (
        <WithoutNetwork tiles={tiles.filter(({ offline }) => offline)} />
      )}
    </div>
  );
}

function WithoutNetwork({ tiles }: { tiles: ReturnType<typeof toolTilesFor> }) {
  if (tiles.length === 0) return <p>You're offline. Your tools are back when you're online.</p>;
  return <PinnedTools title="You're offline. You can still use:" tiles={tiles} />;
}
