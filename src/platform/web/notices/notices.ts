import {
  listNotices,
  listPublicNotices,
  type Notice,
  type PageNotices,
  readNoticeRevision,
  unknownRevision,
} from '../../contract/notices.ts';
import { pageData } from '../session/page-data.ts';
import { createStore } from '../store/store.ts';

/** What is known about the notices of all pages. */
interface Known extends PageNotices {
  /** Whose pages they are, by the id of the account; `null` for a visitor. */
  owner: string | null;
}

const nothing: Known = { owner: null, data: [], unread: 0, revision: '' };

/** What the server wrote into the page. */
function fromPage(): Known {
  const { account, notices } = pageData;
  if (notices === undefined) return nothing;
  const { data, unread, revision } = notices;
  return { data, unread, revision, owner: account?.id ?? null };
}

export const noticesStore = createStore(fromPage());
/** The page that they came with, until it has been drawn. */
let freshAt = pageData.notices?.place;

/** For someone who arrives at a page: shows what is known, and reads it again unless it has just come with the page. */
export async function arriveAt(owner: string | null, place: string): Promise<void> {
  const cameAlong = freshAt === place && noticesStore.current().owner === owner;
  freshAt = undefined;
  if (!cameAlong) await readNotices(owner);
}

let reads = 0;

/** Reads them again. Offline, or while the server is down, what is known stays. */
export async function readNotices(owner: string | null): Promise<void> {
  if (noticesStore.current().owner !== owner) noticesStore.become({ ...nothing, owner });
  reads += 1;
  const turn = reads;
  try {
    const { call } = await import('../client/call.ts');
    const read = await call(owner === null ? listPublicNotices : listNotices, {});
    // A response that was overtaken still has what has been dismissed since.
    if (turn === reads && noticesStore.current().owner === owner)
      noticesStore.become({ ...read, data: [...notMentionedIn(read), ...read.data], owner });
  } catch {
    // No one came for a notice.
  }
}

/** The emergencies that a response may lack because not all of them could be read. */
function notMentionedIn({ data, revision }: PageNotices): readonly Notice[] {
  if (revision !== unknownRevision) return [];
  const mentioned = new Set(data.map(({ tool, key }) => `${tool} ${key}`));
  return noticesStore
    .current()
    .data.filter(({ tone, tool, key }) => tone === 'emergency' && !mentioned.has(`${tool} ${key}`));
}

/** How long an open page waits before it checks again, in milliseconds: an emergency appears that much later. */
export const lookEvery = 60_000;
/** Moving between pages does not check again sooner than this. */
const shortestPause = 15_000;
/** By a clock that no one sets back: a computer whose time is corrected still looks for emergencies. */
let lookedAt = performance.now();

/** Asks whether anything has changed, which costs the server nothing, and only then reads again. */
export async function lookForNews(owner: string | null): Promise<void> {
  // What was read for someone else is not shown, such as after the session has ended.
  if (noticesStore.current().owner !== owner) return readNotices(owner);
  if (performance.now() - lookedAt < shortestPause) return;
  lookedAt = performance.now();
  try {
    const { call } = await import('../client/call.ts');
    const { data } = await call(readNoticeRevision, {});
    if (data.revision !== noticesStore.current().revision) await readNotices(owner);
  } catch {
    // The next check finds it.
  }
}
