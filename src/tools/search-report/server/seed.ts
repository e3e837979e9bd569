import { sql } from 'kysely';
import { readRows } from '../../../platform/server/db/database.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';

/** A college, its alumni, and a partner whose accounts sign in as guests. */
const domains = ['sawtooth.example', 'alumni.sawtooth.example', 'partner.example'];

export const searchReportSeed: Seed = {
  what: 'sign-ins of accounts of three domains within the last year',
  demoCount: 6_000,
  async isFilled({ reader }) {
    const rows = await readRows(
      reader,
      sql`select from sign_in_events where domain = 'alumni.sawtooth.example' limit 1`,
    );
    return rows.length > 0;
  },
  async run({ platform, count, random }) {
    const shift = Math.floor(random() * 1_000);
    await platform
      .unaudited('demo data')
      .transaction()
      .execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        // About thirty sign-ins for each account, in a part of the year that differs from account to account.
        await sql`
          insert into sign_in_events (principal, domain, at)
          select 'account' || lpad(account::text, 6, '0') || '@' || domain, domain,
            now() - make_interval(days => (account * 37 + ${shift}) % 250, hours => 1)
              - make_interval(mins => (number * 7919 + account * 613) % 172800)
          from (
            select number, (number / 3) % greatest(1, ${count}::int / 90) as account,
              (${domains}::text[])[1 + number % 3] as domain
            from generate_series(0, ${count}::int - 1) number
          ) made`.execute(transaction);
      });
  },
};
