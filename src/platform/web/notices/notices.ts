import {
  listNotices,
  listPublicNotices,
  type Notice,
  type PageNotices,
  readNoticeRevision,
  unknownRevision,
} from '../../contract/notices.ts';
import { pageData } from '../session/page-data.ts';

/** What is known about the notices of one page. */
interface Known extends PageNotices {
  /** Whose page it is, by the id of the account; `null` for a visitor. */
  owner: string | null;
  place: string;
}

const nothing: Known = { owner: null, place: '', data: [], unread: 0, revision: '' };

/** What the server wrote into the page. */
function fromPage(): Known {
  const { account, notices } = pageData;
  return notices === undefined ? nothing : { ...notices, owner: account?.id ?? null };
}

let current = fromPage();
/** Until the page that came with them has been drawn. */
let isFresh = current !== nothing;
const listeners = new Set<() => void>();

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const currentNotices = (): Known => current;

function knows(owner: string | null, place: string): boolean {
  return current.owner === owner && current.place === place;
}

/** For someone who arrives at a page: reads its notices, unless they have just come with it. */
export async function arriveAt(owner: string | null, place: string): Promise<void> {
  const cameAlong = isFresh && knows(owner, place);
  isFresh = false;
  if (!cameAlong) await readNotices(owner, place);
}

let reads = 0;
/** What the pages that this person has been on said, so that one that they come back to does not move below their eyes. */
const saidBefore = new Map<string, Known>();

/** Reads them again. Without a network, or while a server is away, what is known stays. */
export async function readNotices(owner: string | null, place: string): Promise<void> {
  const isSamePerson = current.owner === owner;
  // They may just have dismissed one, which must not come back on another page.
  if (!isSamePerson || current.place === place) saidBefore.clear();
  if (!knows(owner, place)) {
    saidBefore.set(current.place, current);
    const emergencies = isSamePerson ? current.data.filter(({ tone }) => tone === 'emergency') : [];
    const before = saidBefore.get(place);
    const isTrue = before?.owner === owner && before.revision === current.revision;
    const others = isTrue ? before.data : [];
    const data = [...emergencies, ...others.filter(({ tone }) => tone !== 'emergency')];
    set({ ...(isSamePerson ? current : nothing), owner, place, data });
  }
  reads += 1;
  const turn = reads;
  try {
    const { call } = await import('../client/call.ts');
    const read = await call(owner === null ? listPublicNotices : listNotices, { query: { place } });
    // A response that was overtaken still has what was dismissed since.
    if (turn === reads && knows(owner, place))
      set({ ...read, data: [...notMentionedIn(read), ...read.data], owner, place });
  } catch {
    // A notice is nothing that someone came for.
  }
}

/** The emergencies that a response may lack because not all of them could be read. */
function notMentionedIn({ data, revision }: PageNotices): readonly Notice[] {
  if (revision !== unknownRevision) return [];
  const mentioned = new Set(data.map(({ tool, key }) => `${tool} ${key}`));
  return current.data.filter(
    ({ tone, tool, key }) => tone === 'emergency' && !mentioned.has(`${tool} ${key}`),
  );
}

/** How long an open page waits before it looks again, in milliseconds: an emergency is there that much later. */
export const lookEvery = 60_000;
/** Someone who moves between pages does not look again sooner. */
const shortestPause = 15_000;
/** By a clock that no one sets back: a computer whose time is corrected still looks for emergencies. */
let lookedAt = performance.now();

/** Asks whether anything has changed, which costs the server nothing, and only then reads again. */
export async function lookForNews(owner: string | null, place: string): Promise<void> {
  // What was read for someone else is not shown, such as after the session has ended.
  if (current.owner !== owner) return readNotices(owner, place);
  if (performance.now() - lookedAt < shortestPause) return;
  lookedAt = performance.now();
  try {
    const { call } = await import('../client/call.ts');
    const { data } = await call(readNoticeRevision, {});
    if (data.revision !== current.revision) await readNotices(owner, place);
  } catch {
    // The next look finds it.
  }
}

function set(next: Known): void {
  current = next;
  for (const listener of listeners) listener();
}
