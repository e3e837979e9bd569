import { Icon } from '../../ui/icon.tsx';
import { AppLink } from '../routes/link.tsx';
import { PinButton } from './pin-button.tsx';
import type { ToolTile } from './tiles.ts';
import styles from './tool-groups.module.css';
import type { Pins } from './use-pins.ts';
import { CountedTitle } from './waiting-count.tsx';

interface ToolGroupsProps {
  groups: readonly { title: string; tiles: readonly ToolTile[] }[];
  pins: Pins;
  countAt: (address: string) => number;
}

/** All tools of this person by what they want from them. */
export function ToolGroups({ groups, pins, countAt }: ToolGroupsProps) {
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="home-tools">
      <h2 id="home-tools" className={styles.heading}>
        All your tools
      </h2>
      <div className={styles.groups}>
        {groups.map(({ title, tiles }) => (
          <div key={title} className={styles.group}>
            <h3 className={styles.title}>{title}</h3>
            <ul>
              {tiles.map((tile) => (
                <Tool key={tile.to} tile={tile} pins={pins} count={countAt(tile.to)} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

function Tool({ tile, pins, count }: { tile: ToolTile; pins: Pins; count: number }) {
  const { to, title, about, icon } = tile;
  return (
    <li className={styles.tool}>
      <span className={styles.icon}>
        <Icon name={icon} size={20} />
      </span>
      <span className={styles.words}>
        <AppLink to={to} className={styles.link}>
          <CountedTitle title={title} count={count} />
        </AppLink>
        <span className={styles.about}>{about}</span>
      </span>
      <PinButton tile={tile} pins={pins} />
    </li>
  );
}
