import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { makeDemoAccounts } from '../../../platform/server/sign-in/demo/demo-accounts.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import { sealKey } from './authority/embedded.ts';
import { newWifiKey } from './new-key.ts';
import { type NewKey, tablesOf } from './queries.ts';

const day = 86_400_000;

interface DemoKey extends Partial<Pick<NewKey, 'kind' | 'label' | 'guest_email'>> {
  /** The name of a demo person: `faculty`. */
  owner: string;
  /** Days from now until it expires; negative, since it did. */
  days: number;
  revoked?: { by: string; why: 'it' | 'sponsor' };
}

/** Keys in every state. The demo student and volunteer have none, so that their first visit creates one. */
const demoKeys: readonly DemoKey[] = [
  { owner: 'staff', days: 5 },
  { owner: 'reslife', days: 190 },
  { owner: 'business', days: -12 },
  { owner: 'fgd', days: 150, revoked: { by: 'Iris Thornwell', why: 'it' } },
  { owner: 'faculty', days: 190 },
  { owner: 'faculty', days: 190, kind: 'device', label: 'Lab display' },
  guest('Noor Halvorsen', 9),
  guest('Emil Castaneda', -3),
  { ...guest('Priya Lindqvist', 2), revoked: { by: 'Demo data', why: 'sponsor' } },
];

function guest(label: string, days: number): DemoKey {
  const guest_email = `${label.toLowerCase().replace(' ', '.')}@visitors.example`;
  return { owner: 'faculty', days, kind: 'guest', label, guest_email };
}

export const wifiKeysSeed: Seed = {
  what: 'Wi-Fi keys in every state: active, about to expire, expired, revoked, of devices and of guests',
  demoCount: demoKeys.length,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from wifi_keys limit 1`)).length > 0;
  },
  async run({ platform, count }) {
    const database = platform.unaudited('demo data');
    const keys = demoKeys.slice(0, count);
    await database.transaction().execute(async (transaction) => {
      const owners = await demoAccounts(
        transaction,
        keys.map(({ owner }) => `${owner}@sawtooth.example`),
      );
      for (const key of keys) {
        const ownerId = owners.get(`${key.owner}@sawtooth.example`);
        if (ownerId !== undefined)
          await insertDemoKey(transaction, key, ownerId, sealKey(platform.secrets, newWifiKey()));
      }
    });
  },
};

async function insertDemoKey(
  transaction: WriteTransaction,
  { days, kind = 'own', label = '', guest_email = null, revoked }: DemoKey,
  ownerId: string,
  sealed: string,
): Promise<void> {
  const expires = Date.now() + days * day;
  await tablesOf(transaction)
    .insertInto('wifi_keys')
    .values({
      id: uuid(),
      owner_id: ownerId,
      kind,
      label,
      guest_email,
      folded: foldCase(guest_email === null ? label : `${label}\n${guest_email}`),
      sealed: revoked === undefined ? sealed : null,
      reference: null,
      created_at: new Date(Math.min(expires, Date.now()) - 2 * day),
      expires_at: new Date(expires),
      ...(revoked === undefined
        ? {}
        : { revoked_at: new Date(Date.now() - day), revoked_by: revoked.by, revoked_why: revoked.why }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Accounts of demo people, as their first sign-in would create them. */
async function demoAccounts(
  transaction: WriteTransaction,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  await makeDemoAccounts(transaction, sql`email = any(${[...emails]}::text[])`);
  const { rows } = await sql<{ id: string; email: string }>`
    select p.id, p.email from people p join identities i on i.person_id = p.id and i.provider = 'demo'
    where p.email = any(${[...emails]}::text[])`.execute(transaction);
  return new Map(rows.map(({ id, email }) => [email, id]));
}
