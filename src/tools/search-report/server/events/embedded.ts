import { sql } from 'kysely';
import { type Reader, readRows } from '../../../../platform/server/db/database.ts';
import type { Account, SignInEvents } from './sign-in-events.ts';

/** Principals per statement: quick, so that it can be stopped in between and blocks no one. */
const mostAtOnce = 5_000;

interface Found extends Account {
  excluded: number;
}

/** The portal's own sign-ins. */
export function createEmbeddedEvents(reader: Reader, atOnce = mostAtOnce): SignInEvents {
  return {
    async countAccounts({ domain }) {
      const rows = await readRows(
        reader,
        sql<{ accounts: number }>`
          select count(*) as accounts
          from (select from sign_in_events where domain = ${domain} group by principal) one`,
      );
      return rows[0]?.accounts ?? 0;
    },
    /** Older ones were removed, or the portal was not there. */
    async keptSince() {
      const rows = await readRows(
        reader,
        sql<{ since: Date }>`select coalesce(min(at), now()) as since from sign_in_events`,
      );
      return rows[0]?.since ?? null;
    },
    async *find({ domain, inclusion, exclusion }, signal) {
      const within = ({ from, until }: { from: Date; until: Date }) =>
        sql<boolean>`at >= ${from} and at < ${until}`;
      for (let behind = ''; ; ) {
        signal.throwIfAborted();
        // A page of principals first: sorted by the index, it stops after that many.
        const rows = await readRows(
          reader,
          sql<Found>`
            select principal, min(at) filter (where ${within(inclusion)}) as "firstSeen",
              max(at) filter (where ${within(inclusion)}) as "lastSeen",
              count(*) filter (where ${within(inclusion)})::int as events,
              count(*) filter (where ${within(exclusion)})::int as excluded
            from sign_in_events where domain = ${domain} and principal > ${behind}
            group by principal order by principal limit ${atOnce}`,
        );
        const last = rows.at(-1);
        if (last === undefined) return;
        const accounts = rows
          .filter(({ events, excluded }) => events > 0 && excluded === 0)
          .map(({ excluded: _none, ...account }) => account);
        yield { accounts, read: rows.length };
        if (rows.length < atOnce) return;
        behind = last.principal;
      }
    },
  };
}
