import { listNotices, type Notice } from '../../contract/notices.ts';
import { pageData } from '../session/page-data.ts';

/** What is known about the notices of one page. */
interface Known {
  /** Whose page it is, by the id of the account. */
  owner: string | null;
  place: string;
  notices: readonly Notice[];
}

const nothing: Known = { owner: null, place: '', notices: [] };

/** What the server wrote into the page. */
function fromPage(): Known {
  const { account, notices } = pageData;
  if (account === null || notices === undefined) return nothing;
  return { owner: account.id, place: notices.place, notices: notices.data };
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

function knows(owner: string, place: string): boolean {
  return current.owner === owner && current.place === place;
}

/** For someone who arrives at a page: reads its notices, unless they have just come with it. */
export async function arriveAt(owner: string, place: string): Promise<void> {
  const cameAlong = isFresh && knows(owner, place);
  isFresh = false;
  if (!cameAlong) await readNotices(owner, place);
}

/** Reads them again. Without a network, or while a server is away, what is known stays. */
export async function readNotices(owner: string, place: string): Promise<void> {
  if (!knows(owner, place)) set({ owner, place, notices: [] });
  try {
    const { call } = await import('../client/call.ts');
    const { data } = await call(listNotices, { query: { place } });
    if (knows(owner, place)) set({ owner, place, notices: data });
  } catch {
    // A notice is nothing that someone came for.
  }
}

function set(next: Known): void {
  current = next;
  for (const listener of listeners) listener();
}
