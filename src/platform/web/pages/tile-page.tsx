import type { Place } from '../../contract/tool.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PlaceNotices } from '../notices/place-notices.tsx';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { pageData } from '../session/page-data.ts';
import { useWaitingCounts } from '../waiting/use-waiting.ts';
import { PinnedTools } from './pinned-tools.tsx';
import { TileGrid } from './tile-grid.tsx';
import styles from './tile-page.module.css';
import { type TileView, tilesOf } from './tiles.ts';
import { usePins } from './use-pins.ts';
import { WhoHelps } from './who-helps.tsx';

/** A page of tiles: what this person may use here, under its headings. */
export function TilePage({ place }: { place: Place }) {
  const { tools, places } = usePortal();
  const mayOpen = useMayOpen();
  const countAt = useWaitingCounts();
  const pins = usePins();
  const declared = tools.map(({ tool }) => tool);
  const groups = tilesOf(place.path, declared, places, mayOpen);
  // A tile that opens a place counts what is waiting behind the tiles there.
  const countOf = ({ to }: TileView): number =>
    tilesOf(to, declared, places, mayOpen)
      .flatMap(({ tiles }) => tiles)
      .reduce((sum, tile) => sum + countOf(tile), countAt(to));
  return (
    <>
      <PageHeading lead={place.about}>{place.title}</PageHeading>
      <PlaceNotices place={place.path} />
      {place.beginsWithPins && (
        <div className={styles.pins}>
          <PinnedTools title="Pinned" tiles={pins.pinned} pins={pins} />
        </div>
      )}
      {groups.length === 0 && <NothingHere place={place} />}
      {groups.map(({ heading, tiles }) => (
        <section key={heading} className={styles.group} aria-label={heading ?? undefined}>
          {heading !== null && <h2 className={styles.heading}>{heading}</h2>}
          <TileGrid tiles={tiles} countOf={countOf} pins={pins} />
        </section>
      ))}
      {place.tellsWhoHelps && <WhoHelps />}
    </>
  );
}

function NothingHere({ place }: { place: Place }) {
  const { supportContact } = pageData.campus;
  return (
    <EmptyState icon={<Icon name={place.icon} size={26} />} title="Nothing here for you yet">
      Tools appear here when your groups have access to them.
      {supportContact !== undefined && <> If something is missing, contact {supportContact}.</>}
    </EmptyState>
  );
}
