import { homeWords } from '../../contract/shell-screens.ts';
import { PlaceNotices } from '../notices/place-notices.tsx';
import { AppLink } from '../routes/link.tsx';
import { useMayOpen } from '../routes/visible.ts';
import { useOnline } from '../session/use-online.ts';
import { useWaitingCounts } from '../waiting/use-waiting.ts';
import styles from './personal-home.module.css';
import { PinnedTools } from './pinned-tools.tsx';
import { byGroup, type ToolTile } from './tiles.ts';
import { ToolGroups } from './tool-groups.tsx';
import { usePins } from './use-pins.ts';
import { WhatWaits } from './what-waits.tsx';

/** Home for people who are signed in: their pinned tools, what is waiting for them, and all their tools. */
export function PersonalHome() {
  const mayOpen = useMayOpen();
  const pins = usePins();
  const { tiles } = pins;
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
        <PlaceNotices place="/" />
      </div>
      {online ? (
        <>
          <PinnedTools title="Pinned" tiles={pins.pinned} pins={pins} />
          <WhatWaits tiles={tiles} />
          <ToolGroups groups={byGroup(tiles)} pins={pins} countAt={countAt} />
        </>
      ) : (
        <WithoutNetwork tiles={tiles.filter(({ offline }) => offline)} />
      )}
    </div>
  );
}

function WithoutNetwork({ tiles }: { tiles: readonly ToolTile[] }) {
  if (tiles.length === 0) return <p>You're offline. Your tools will be back when you're online.</p>;
  return <PinnedTools title="You're offline. You can still use:" tiles={tiles} />;
}
