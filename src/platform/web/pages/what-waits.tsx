import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { WaitingItem } from '../../contract/waiting.ts';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { performOneClick } from '../client/one-click.ts';
import { serverNow } from '../client/server-clock.ts';
import { showToast } from '../feedback/toasts.ts';
import { AppLink } from '../routes/link.tsx';
import { CampusTime } from '../session/campus-time.tsx';
import { useWaiting } from '../waiting/use-waiting.ts';
import type { ToolTile } from './tiles.ts';
import styles from './what-waits.module.css';

/** More than this many are shown on request. */
const mostAtFirst = 5;

/** What is waiting for this person in all tools, the most urgent first. */
export function WhatWaits({ tiles }: { tiles: readonly ToolTile[] }) {
  const { items, missing, failed, retry } = useWaiting();
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button is gone, and the focus with it.
  useEffect(() => {
    if (showsAll) list.current?.children[mostAtFirst]?.querySelector<HTMLElement>('a, button')?.focus();
  }, [showsAll]);
  const iconOf = (item: WaitingItem) =>
    (
      tiles.find(({ to }) => to === item.link?.split('?')[0]) ??
      tiles.find(({ id }) => id.startsWith(`${item.tool}.`))
    )?.icon ?? 'queue';
  const shown = showsAll ? items : items?.slice(0, mostAtFirst);
  return (
    <section aria-labelledby="home-waiting">
      <h2 id="home-waiting" className={styles.heading}>
        Waiting for you
      </h2>
      <div className={styles.card}>
        {items === null && !failed && <SkeletonRows rows={1} label="Loading what's waiting for you" />}
        {items === null && failed && (
          <p className={styles.row}>
            <span className={styles.words}>We couldn't load what's waiting for you.</span>
            <Button size="sm" variant="default" onClick={() => void retry()}>
              Try again
            </Button>
          </p>
        )}
        {items?.length === 0 && missing.length === 0 && (
          <p className={styles.row}>
            <CircleCheck size={20} className={styles.icon} aria-hidden="true" />
            You're all caught up.
          </p>
        )}
        {shown !== undefined && shown !== null && shown.length > 0 && (
          <ul ref={list}>
            {shown.map((item) => (
              <Item
                key={`${item.tool} ${item.key}`}
                item={item}
                icon={<Icon name={iconOf(item)} size={20} />}
                onDone={retry}
              />
            ))}
          </ul>
        )}
        {items !== null && items.length > mostAtFirst && !showsAll && (
          <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
            Show all {items.length}
          </button>
        )}
      </div>
      {missing.length > 0 && (
        <p className={styles.missing}>
          {missing.join(', ')} didn't answer, so something may be missing here.
        </p>
      )}
    </section>
  );
}

interface ItemProps {
  item: WaitingItem;
  icon: ReactNode;
  onDone: () => Promise<void>;
}

function Item({ item, icon, onDone }: ItemProps) {
  const { title, about, count, since, until, link, action } = item;
  // The last day on which it can be done: what ends at midnight is due the day before.
  const last = until === null ? null : new Date(Date.parse(until) - 1);
  const isLate = last !== null && Number(last) < serverNow();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    if (action === null) return;
    setIsBusy(true);
    const fault = await performOneClick(action);
    if (fault === null) showToast({ title: action.done, about: action.path });
    else
      showToast({ tone: 'error', title: "That didn't work", text: fault, about: action.path, seconds: 10 });
    // Also after a failure: someone else may have done it first.
    await onDone();
    setIsBusy(false);
  };
  return (
    <li className={styles.row}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.words}>
        <span className={styles.what}>
          {link === null ? (
            <span className={styles.title}>{title}</span>
          ) : (
            <AppLink to={link} className={styles.title}>
              {title}
            </AppLink>
          )}
          {about !== null && <span className={styles.about}>{about}</span>}
        </span>
        <span className={styles.about} data-late={isLate || undefined}>
          {last === null ? (count > 1 ? 'Oldest from ' : 'Since ') : isLate ? 'Was due ' : 'Due '}
          <CampusTime value={last?.toISOString() ?? since} style="date" />
        </span>
      </span>
      {action !== null && (
        <Button
          size="sm"
          variant="default"
          className={styles.action}
          loading={isBusy}
          onClick={() => void run()}
        >
          {action.label}
        </Button>
      )}
    </li>
  );
}
