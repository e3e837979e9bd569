import { allows } from '../../contract/access.ts';
import { queryOf, readListAddress } from '../../contract/list-address.ts';
import type { FirstRead } from '../../contract/tool.ts';
import type { Addressed } from '../client/request.ts';
import { pageData } from '../session/page-data.ts';
import type { Route } from './route.tsx';

/**
 * Reads what the screen of the first page needs, so that it is drawn once, with its rows. The page has asked for it already
 * (`server/pages/screens.ts`); this takes the response. Never rejects.
 * @param search The part of the page's address after the `?`.
 */
export async function readAhead({ reads = [] }: Route, search: string): Promise<void> {
  const permissions = pageData.account?.permissions ?? null;
  const allowed = reads.filter(({ access }) => allows(access, permissions));
  if (allowed.length === 0) return;
  // Not part of the code of every page; a screen that reads anything loads it.
  const query = await import('../client/query.ts').catch(() => null);
  await Promise.all(allowed.map((read) => query?.readEarly(read, requestOf(read, search))));
}

function requestOf({ list }: FirstRead, search: string): Addressed<FirstRead> {
  return (
    list === undefined ? {} : { query: queryOf(readListAddress(search, list)) }
  ) as Addressed<FirstRead>;
}
