import { sql } from 'kysely';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { drawPhoto, largePhotoSize } from '../../../platform/server/photo/photo.ts';
import { drawPortrait } from '../../../platform/server/photo/portrait.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import { demoPortrait, furtherPages, knownPages } from './demo-pages.ts';
import { savePage } from './page-changes.ts';

export const employeePagesSeed: Seed = {
  what: 'pages and drawn portraits of employees in the directory',
  demoCount: 30,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from employee_pages limit 1`)).length > 0;
  },
  async run({ platform, count }) {
    const further = await selectFurther(platform.reader, count);
    const drawn = await Promise.all(
      further.map((_key, index) => drawPhoto(drawPortrait(demoPortrait(index)), largePhotoSize)),
    );
    await platform
      .unaudited('demo data')
      .transaction()
      .execute(async (transaction) => {
        await fillKnown(transaction);
        for (const [index, key] of further.entries()) {
          const photo = drawn[index] ?? null;
          if (photo !== null)
            await sql`insert into directory_photos (record_key, photo, source_hash)
              values (${key}, ${photo}, 'demo') on conflict do nothing`.execute(transaction);
          const extras = furtherPages[index];
          if (extras !== undefined)
            await savePage(transaction, key, { ...extras, photo_choice: 'college' }, null);
        }
      });
  },
};

/** Made-up employees who are not demo people. */
async function selectFurther(reader: Reader, count: number): Promise<string[]> {
  const rows = await readRows(
    reader,
    sql<{ key: string }>`select key from directory_records d where d.active and d.kind = 'employee'
      and not d.confidential and not exists (select from demo_people p where p.email = lower(d.email))
      order by key limit ${count}`,
  );
  return rows.map(({ key }) => key);
}

/** The demo people have the same face as when they sign in. */
async function fillKnown(transaction: WriteTransaction): Promise<void> {
  await sql`insert into directory_photos (record_key, photo, source_hash)
    select d.key, p.photo, 'demo' from demo_people p join directory_records d on lower(d.email) = p.email
    where p.photo is not null and d.kind = 'employee' on conflict do nothing`.execute(transaction);
  const { rows } = await sql<{ key: string; account: string }>`
    select d.key, d.account_name as account from directory_records d join demo_people p on p.email = lower(d.email)
    where d.active and d.kind = 'employee'`.execute(transaction);
  for (const { key, account } of rows) {
    const extras = knownPages[account];
    if (extras !== undefined) await savePage(transaction, key, { ...extras, photo_choice: 'college' }, null);
  }
}
