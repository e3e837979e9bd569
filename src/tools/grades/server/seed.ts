import { sql } from 'kysely';
import { readRows } from '../../../platform/server/db/database.ts';
import { makeDemoAccounts } from '../../../platform/server/sign-in/demo/demo-accounts.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import { type DemoTerm, demoLines, writeFile } from './demo-grades.ts';
import { readUpload } from './read-upload.ts';
import { saveUpload } from './upload.ts';

export const gradesSeed: Seed = {
  what: 'grade files of the demo faculty, one for each term, with several sections and retakes',
  demoCount: 2,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from grade_files limit 1`)).length > 0;
  },
  async run({ platform, count }) {
    const change = platform.change.changeAsSystem('Demo data');
    await platform
      .unaudited('demo data')
      .transaction()
      .execute((transaction) => makeDemoAccounts(transaction, sql`groups && '{Domain-Faculty}'`));
    const [owner] = await readRows(
      platform.reader,
      sql<{ id: string; name: string }>`select id, name from people where email = 'faculty@sawtooth.example'`,
    );
    if (owner === undefined) return;
    const [{ total } = { total: 0 }] = await readRows(
      platform.reader,
      sql<{ total: number }>`select count(*) as total from grade_files where owner_id = ${owner.id}`,
    );
    for (let index = total; index < total + count; index += 1) {
      const term = termOf(index);
      const bytes = Buffer.from(writeFile(demoLines(term)));
      const read = await readUpload({ bytes }, [term.term], {});
      await change(async (unit) => {
        const id = await saveUpload(unit, owner, read);
        const at = sql<Date>`now() - make_interval(days => ${20 + index * 160})`;
        const times = sql`update grade_files set created_at = ${at}, updated_at = ${at} where id = ${id}`;
        await times.execute(unit.transaction);
        await sql`update grade_uploads set at = ${at} where file_id = ${id}`.execute(unit.transaction);
      });
    }
  },
};

const sections = ['MAT-121-01', 'MAT-143-02', 'MAT-170-01'];

/** Spring 2026, Fall 2025, Spring 2025, and so on. */
function termOf(index: number): DemoTerm {
  const isSpring = index % 2 === 0;
  return {
    term: isSpring ? 'Spring' : 'Fall',
    year: 2026 - Math.ceil(index / 2),
    sections: sections.slice(0, isSpring ? 3 : 2),
    quizzes: isSpring ? 5 : 3,
    students: 8,
    turn: index * 3 + 1,
  };
}
