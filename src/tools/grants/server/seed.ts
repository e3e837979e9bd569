import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { makeDemoAccounts } from '../../../platform/server/sign-in/demo/demo-accounts.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import type { GrantsCampus } from '../settings.ts';
import { type DemoApplicant, makeApplication } from './demo-applications.ts';
import { addReceipts } from './demo-reports.ts';
import { demoApplicants } from './demo-topics.ts';
import { foldEmail } from './seats.ts';
import { grantTables } from './tables.ts';

/** Few parameters in one statement, even for a great many applications. */
const applicationsPerStatement = 500;
/** The demo data do not know the settings of the college. */
const julyStarts: Pick<GrantsCampus, 'fiscalYearStartsIn'> = { fiscalYearStartsIn: 7 };

export const grantsSeed: Seed = {
  what: 'funding applications of three fiscal years in every status, with votes, history, final reports, and receipts, and three approvers',
  demoCount: 60,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from grant_applications limit 1`)).length > 0;
  },
  async run({ platform, count, random }) {
    const reported: string[] = [];
    await platform
      .unaudited('demo data')
      .transaction()
      .execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        const people = await demoAccounts(transaction);
        const approvers = people.filter(({ email }) => email.startsWith('approver'));
        await insertApprovers(transaction, approvers);
        const applicants = [...people.filter((one) => !approvers.includes(one)), ...colleagues()];
        for (let first = 0; first < count; first += applicationsPerStatement) {
          const length = Math.min(applicationsPerStatement, count - first);
          const made = Array.from({ length }, (_one, at) =>
            makeApplication({ index: first + at, count, random, approvers, applicants, ...julyStarts }),
          );
          await insertApplications(transaction, made);
          reported.push(...made.flatMap(({ report }) => report?.application_id ?? []));
        }
      });
    await addReceipts(platform, reported.toReversed());
  },
};

/** People without an account, whose applications fill the list. */
function colleagues(): DemoApplicant[] {
  return demoApplicants.map(({ name, department }) => {
    const email = `${name.toLowerCase().replace(' ', '.')}@sawtooth.example`;
    return { id: uuid(), name, email, department };
  });
}

/** Accounts of the demo people, as their first sign-in would create them: they find applications of their own. */
async function demoAccounts(transaction: WriteTransaction): Promise<DemoApplicant[]> {
  await makeDemoAccounts(transaction, sql`groups && '{Domain-Faculty}'`);
  const { rows } = await sql<DemoApplicant>`
    select p.id, p.name, p.email,
      coalesce((select department from directory_records r where lower(r.email) = p.email limit 1), 'Biology')
        as department
    from people p join demo_people d using (email)
    where d.groups && '{Domain-Faculty}' and p.email_released_at is null order by p.email`.execute(
    transaction,
  );
  return rows;
}

async function insertApprovers(
  transaction: WriteTransaction,
  approvers: readonly DemoApplicant[],
): Promise<void> {
  if (approvers.length === 0) return;
  await grantTables(transaction)
    .insertInto('grant_approvers')
    .values(
      approvers.map(({ id, name, email }) => ({
        id: uuid(),
        full_name: name,
        email,
        folded_email: foldEmail(email),
        required: true,
        person_id: id,
        // Before the first application.
        created_at: sql<Date>`now() - interval '4 years'`,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertApplications(
  transaction: WriteTransaction,
  made: readonly ReturnType<typeof makeApplication>[],
): Promise<void> {
  const tables = grantTables(transaction);
  const votes = made.flatMap((one) => one.votes);
  await tables
    .insertInto('grant_applications')
    .values(made.map(({ row }) => row))
    .execute();
  if (votes.length > 0) await tables.insertInto('grant_votes').values(votes).execute();
  const reports = made.flatMap(({ report }) => report ?? []);
  if (reports.length > 0) await tables.insertInto('grant_reports').values(reports).execute();
  await tables
    .insertInto('grant_messages')
    .values(made.flatMap((one) => one.messages))
    .execute();
}
