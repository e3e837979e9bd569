import { type InferResult, sql } from 'kysely';
import type { Reader, WriteTransaction } from '../../../../platform/server/db/database.ts';
import type { IdKind } from '../../contract.ts';
import { readIn, writeIn } from '../tables.ts';

/** Time to find a colleague. */
const waitMinutes = 30;

const columns = [
  'id',
  'principal_email',
  'name',
  'id_kind',
  'started_at',
  'started_by_id',
  'started_by',
  'confirmed_at',
  'confirmed_by_id',
  'confirmed_by',
  'expires_at',
  'state',
  'link_id',
] as const;
const isWaiting = sql<boolean>`desk_resets.state = 'waiting' and desk_resets.expires_at > now()`.as(
  'is_waiting',
);
const isUsed =
  sql<boolean>`exists (select from reset_links l where l.id = desk_resets.link_id and l.state = 'used')`.as(
    'is_used',
  );

const hasOpenLink = sql<boolean>`exists (select from reset_links l
  where l.id = desk_resets.link_id and l.state = 'open' and l.expires_at > now())`.as('has_open_link');

export function selectDeskResets(reader: Reader) {
  return readIn(reader)
    .selectFrom('desk_resets')
    .select([...columns, isWaiting, isUsed, hasOpenLink]);
}
export type DeskRow = InferResult<ReturnType<typeof selectDeskResets>>[number];

export function findDeskReset(reader: Reader, id: string): Promise<DeskRow | undefined> {
  return selectDeskResets(reader).where('id', '=', id).executeTakeFirst();
}

/** @returns `undefined` while another one is waiting for the same account; one that waited too long makes room */
export function insertDeskReset(
  transaction: WriteTransaction,
  row: {
    id: string;
    principal_email: string;
    name: string;
    id_kind: IdKind;
    started_by_id: string;
    started_by: string;
  },
): Promise<DeskRow | undefined> {
  const expires_at = sql<Date>`now() + make_interval(mins => ${waitMinutes})`;
  return writeIn(transaction)
    .insertInto('desk_resets')
    .values({ ...row, expires_at })
    .onConflict((conflict) =>
      conflict
        .column('principal_email')
        // Written out: PostgreSQL uses a partial index only for its literal condition, never for a parameter.
        .where(sql<boolean>`desk_resets.state = 'waiting'`)
        .doUpdateSet({ ...row, expires_at, started_at: sql<Date>`now()` })
        .where('desk_resets.expires_at', '<=', sql<Date>`now()`),
    )
    .returning([...columns, isWaiting, isUsed, hasOpenLink])
    .executeTakeFirst();
}

/** @returns `undefined` if it is no longer waiting: of many at once, one decides */
export function decideDeskReset(
  transaction: WriteTransaction,
  id: string,
  decided:
    | { state: 'declined' }
    | { state: 'confirmed'; confirmed_by_id: string; confirmed_by: string; link_id: string },
): Promise<DeskRow | undefined> {
  return writeIn(transaction)
    .updateTable('desk_resets')
    .set({ ...decided, ...(decided.state === 'confirmed' ? { confirmed_at: sql<Date>`now()` } : {}) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning([...columns, isWaiting, isUsed, hasOpenLink])
    .executeTakeFirst();
}
