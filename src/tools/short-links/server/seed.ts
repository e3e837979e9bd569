import { sql } from 'kysely';
import { readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { withoutIndexes } from '../../../platform/server/db/without-indexes.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type { Seed, SeedRequest } from '../../../platform/server/tool/server-tool.ts';
import { type DemoLink, demoLinks } from './demo-links.ts';
import { selectTakenNames } from './queries.ts';
import { insertDemoLinks, insertManyLinks } from './seed-queries.ts';

/** From this many rows on, rebuilding the indexes is faster than keeping them up to date. */
const manyLinks = 20_000;

export const shortLinksSeed: Seed = {
  what: 'short links, with visits of the last 60 days, some expired',
  demoCount: demoLinks.length,
  async isFilled({ reader }) {
    const rows = await readRows(reader, sql`select from short_links limit 1`);
    return rows.length > 0;
  },
  async run({ platform, count, random }: SeedRequest) {
    const today = dayOf(Date.now(), platform.campus.timeZone);
    await platform
      .unaudited('demo data')
      .transaction()
      .execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        const named = await freeDemoLinks(transaction, count);
        await insertDemoLinks(
          transaction,
          named.map((link) => withVisits(link, random)),
          today,
        );
        const rest = count - named.length;
        if (rest === 0) return;
        const add = () => insertManyLinks(transaction, rest, random(), today);
        await (rest < manyLinks ? add() : withoutIndexes(transaction, 'short_links', add));
      });
  },
};

async function freeDemoLinks(transaction: WriteTransaction, count: number): Promise<DemoLink[]> {
  const taken = await selectTakenNames(
    transaction,
    demoLinks.map(({ shortUrl }) => shortUrl.toLowerCase()),
  );
  return demoLinks.filter(({ shortUrl }) => !taken.has(shortUrl.toLowerCase())).slice(0, count);
}

/** Visits on each day since it was shared, today first: many at first, few on weekends, none once expired. */
function withVisits(link: DemoLink, random: () => number) {
  const daily = Array.from({ length: link.ageInDays }, (_, ago) => {
    if (link.expiresInDays !== undefined && ago < -link.expiresInDays) return 0;
    const sinceShared = link.ageInDays - ago;
    const launch = 1 + 2 * Math.exp(-sinceShared / 4);
    const rhythm = sinceShared % 7 < 2 ? 0.35 : 1;
    return Math.round(link.perDay * launch * rhythm * (0.6 + 0.8 * random()));
  });
  return { ...link, daily };
}
