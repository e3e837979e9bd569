import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  listNotices,
  listPublicNotices,
  type Notice,
  type PageNotices,
  readNoticeRevision,
  unknownRevision,
} from '../../contract/notices.ts';
import type { PersonActor } from '../actor/actor.ts';
import { createAskInTime } from '../concurrency/ask-in-time.ts';
import { type Route, route } from '../http/context.ts';
import { presentOneClick } from '../http/one-click-entry.ts';
import type { NoticeEntry, ToolNotices } from './notice-entry.ts';

/** A tool that says something on pages. */
export interface NoticeSource extends ToolNotices {
  readonly id: string;
}

export interface Notices {
  /** Whether any tool ever says something there. */
  has(place: string): boolean;
  /**
   * For a page: in the order of the tools, with what they say elsewhere, so that nothing moves when someone goes there.
   * @param viewer `null` for someone who is not signed in
   */
  at(place: string, viewer: PersonActor | null): Promise<PageNotices>;
  /**
   * The emergencies that everyone may read, signed in or not, from memory, and those of the person who is signed in; what
   * is not known in a moment is left out.
   */
  emergencies(identify?: () => Promise<PersonActor | null>): Promise<readonly Notice[]>;
  readonly routes: readonly Route[];
}

/** A page is not held up longer than this, in milliseconds. */
const longestWait = 500;

export function createNotices(
  sources: readonly NoticeSource[],
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): Notices {
  const ask = createAskInTime<NoticeSource>('what it has to say on a page', log, longestWait);
  // Separate from the other, so that a database that is slow for one person hides no emergency from everyone else.
  const recall = createAskInTime<NoticeSource>('what it has to say to everyone', log, longestWait);
  const inBell = () => sources.filter(({ everywhere }) => everywhere !== undefined);
  /** Pages without notices are not held up by tools that say nothing there. */
  const askedAt = (place: string) =>
    sources.some(({ places }) => places.includes(place)) ? sources : inBell();

  async function entriesOf(source: NoticeSource, viewer: PersonActor | null) {
    const own = viewer === null ? null : await ask(source, () => source.list(viewer));
    const { everywhere } = source;
    if (own !== null || everywhere === undefined) return { source, entries: own ?? [], isMissing: false };
    const everyones = await recall(source, everywhere.listPublic);
    // A person may have emergencies of their own besides those for everyone.
    return { source, entries: everyones ?? [], isMissing: viewer !== null || everyones === null };
  }

  async function revision(): Promise<string> {
    const asked = sources.map((source) =>
      source.everywhere === undefined ? '' : recall(source, source.everywhere.revision),
    );
    const all = await Promise.all(asked);
    return all.includes(null) ? unknownRevision : all.join('');
  }

  async function read(asked: readonly NoticeSource[], viewer: PersonActor | null): Promise<PageNotices> {
    // First, so that a notice that begins in between is read again rather than missed.
    const known = await revision();
    const all = await Promise.all(asked.map((source) => entriesOf(source, viewer)));
    const maySay = (source: NoticeSource, { tone }: NoticeEntry) =>
      tone !== 'emergency' || source.everywhere !== undefined;
    return {
      data: all.flatMap(({ source, entries }) =>
        entries.filter((entry) => maySay(source, entry)).map((entry) => present(source, entry)),
      ),
      unread: all.flatMap(({ entries }) => entries).filter(({ isUnread }) => isUnread === true).length,
      revision: all.some(({ isMissing }) => isMissing) ? unknownRevision : known,
    };
  }

  return {
    has: (place) => askedAt(place).length > 0,
    at: (place, viewer) => read(askedAt(place), viewer),
    async emergencies(identify) {
      const viewer = identify === undefined ? null : await inTime(identify, longestWait);
      return (await read(inBell(), viewer)).data.filter(({ tone }) => tone === 'emergency');
    },
    routes: [
      route(listNotices, ({ actor }) => read(sources, actor)),
      route(listPublicNotices, () => read(sources, null)),
      route(readNoticeRevision, async () => ({ data: { revision: await revision() } })),
    ],
  };
}

/** @returns `null` if it fails or takes longer: a page about a failure waits for nothing that may be failing. */
function inTime<T>(ask: () => Promise<T>, limit: number): Promise<T | null> {
  const timeUp = wait(limit, null, { ref: false });
  return Promise.race([ask().catch(() => null), timeUp]);
}

function present({ id, places }: NoticeSource, entry: NoticeEntry): Notice {
  const { key, tone, title, text, link = null, updatedAt, about = null, action, dismissal } = entry;
  return {
    tool: id,
    key,
    places: tone === 'emergency' ? [] : [...places],
    tone,
    title,
    text,
    link,
    updatedAt: updatedAt.toISOString(),
    about,
    action: presentOneClick(action),
    dismissal: presentOneClick(dismissal),
  };
}
