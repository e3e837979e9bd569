import { Button } from '@mantine/core';
import { useState } from 'react';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import {
  endThings,
  type HeldKind,
  listDepartures,
  type PersonBelongings,
  readBelongings,
} from '../contract.ts';
import { sayRefused } from './departure-words.ts';
import styles from './person-screen.module.css';
import { saySelection, thingsOf } from './selection.ts';

interface KindSectionProps {
  person: PersonBelongings['person'];
  kind: HeldKind;
  onHandOver: (keys: string[]) => void;
}

/** Everything of one kind: choose some, or act on all. */
export function KindSection({ person, kind, onHandOver }: KindSectionProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const end = useAction(endThings, { invalidates: [readBelongings, listDepartures] });
  const present = kind.things.filter(({ key }) => chosen.includes(key)).map(({ key }) => key);
  const keys = present.length > 0 ? present : kind.things.map(({ key }) => key);
  const selection = [{ kind, keys }];
  const all = kind.isCut ? `these ${kind.things.length}` : 'all';
  const which = present.length > 0 ? saySelection(selection) : `${all} ${kind.noun.many}`;
  const toggle = (key: string, isChosen: boolean) =>
    setChosen(isChosen ? [...present, key] : present.filter((other) => other !== key));
  const endAll = () =>
    end.run(
      { params: { id: person.id }, body: { things: thingsOf(selection) } },
      {
        confirm: {
          title: `End ${saySelection(selection)}?`,
          text: kind.ends ?? '',
          action: 'End',
          danger: true,
        },
        done: ({ data }) =>
          data.refused.length === 0
            ? { title: `Ended ${data.done}` }
            : {
                tone: 'error',
                title: `Ended ${data.done}, ${data.refused.length} stayed`,
                text: sayRefused(data),
                seconds: 20,
              },
        failed: 'Nothing was ended',
      },
    );
  return (
    <section aria-label={kind.title} className={styles.section}>
      <h2>{kind.title}</h2>
      <Panel>
        {kind.mayNot !== null && person.state === 'here' && <p className={styles.soft}>{kind.mayNot}</p>}
        {kind.isCut && (
          <p className={styles.soft}>
            Only {kind.things.length} {kind.noun.many} are listed, and there may be more. Once these are
            handed over or have ended, the next ones appear here.
          </p>
        )}
        <ul className={styles.things}>
          {kind.things.map(({ key, title, link }) => (
            <li key={key} className={styles.thing}>
              <input
                type="checkbox"
                aria-label={`Choose ${title}`}
                checked={present.includes(key)}
                onChange={(event) => toggle(key, event.currentTarget.checked)}
              />
              {link === null ? <span>{title}</span> : <AppLink to={link}>{title}</AppLink>}
            </li>
          ))}
        </ul>
        <Buttons>
          {kind.can.handOver && (
            <Button
              variant="default"
              size="sm"
              aria-label={`Hand over ${which}`}
              onClick={() => onHandOver(keys)}
            >
              {present.length > 0 ? `Hand over ${present.length}` : `Hand over ${all}`}
            </Button>
          )}
          {kind.can.end && (
            <Button variant="default" size="sm" aria-label={`End ${which}`} onClick={() => void endAll()}>
              {present.length > 0 ? `End ${present.length}` : `End ${all}`}
            </Button>
          )}
        </Buttons>
      </Panel>
    </section>
  );
}
