import { sql } from 'kysely';
import {
  type Belongings,
  type HandOver,
  mostListed,
  notTheirs,
} from '../../../platform/server/belongings/belongings.ts';
import { eachOwner, selectOwners } from '../../../platform/server/belongings/select-owners.ts';
import type { JobKind } from '../../../platform/server/change/change.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { addGuest } from '../contract.ts';
import { wifiKeys } from '../tool.ts';
import { auditKey } from './audit.ts';
import type { KeyAuthority } from './authority/key-authority.ts';
import { holdKey, type KeyRow, tablesOf } from './queries.ts';
import { isUsable } from './rules.ts';

interface GuestServices {
  authority: KeyAuthority;
  /** Removes what has expired from the controller. */
  sweep: JobKind<object>;
  mostGuests: number;
}

/** The keys of guests. Someone's own keys end with them. */
export function guestBelongings({ authority, sweep, mostGuests }: GuestServices): Belongings {
  return {
    kind: 'wifi-keys.guests',
    title: 'Wi-Fi keys of guests',
    noun: ['guest key', 'guest keys'],
    async list(reader, { id }) {
      const rows = await selectGuests(reader, id);
      return rows.map(({ id: key, label }) => ({
        key,
        title: `Guest ${label}`,
        link: wifiKeys.screens.manage.path,
      }));
    },
    owners: (reader, people) => selectOwners(reader, people, guestsOf(eachOwner.id)),
    mayHave: ({ name, permissions }) =>
      permissions.has(addGuest.access) || `${name} cannot give guests a Wi-Fi key.`,
    async handOver({ to, ...handOver }) {
      const { unit, key } = handOver;
      const before = await holdGuest(handOver);
      if (before === undefined) return notTheirs;
      const others = await selectGuests(unit.transaction, to.id);
      if (others.length >= mostGuests) return `${to.name} has as many guests as one person can have.`;
      const same = (one: string | null) => one?.toLowerCase() === before.guest_email?.toLowerCase();
      if (others.some(({ guest_email }) => same(guest_email)))
        return `${to.name} already has a key for this guest.`;
      await tablesOf(unit.transaction)
        .updateTable('wifi_keys')
        .set({ owner_id: to.id })
        .where('id', '=', key)
        .execute();
      auditKey(unit, 'wifi-key.hand-over', { before, after: { ...before, owner_id: to.id } });
      return true;
    },
    end: {
      says: 'They stop working within a few minutes.',
      async run(ending) {
        const { unit, key } = ending;
        await authority.changed(unit);
        // A controller may be slow or down: the job removes the key from it, retrying after a failure.
        await unit.enqueue(sweep, {}, { singletonKey: 'ended' });
        const before = await holdGuest(ending);
        if (before === undefined) return notTheirs;
        await tablesOf(unit.transaction)
          .updateTable('wifi_keys')
          .set({ expires_at: sql<Date>`now()` })
          .where('id', '=', key)
          .execute();
        auditKey(unit, 'wifi-key.end-guest', { before });
        return true;
      },
    },
  };
}

async function holdGuest({ unit, from, key }: HandOver): Promise<KeyRow | undefined> {
  const row = await holdKey(unit.transaction, key);
  return row?.kind === 'guest' && row.owner_id === from.id && isUsable(row) ? row : undefined;
}

const guestsOf = (ownerId: unknown) =>
  sql`wifi_keys where owner_id = ${ownerId} and kind = 'guest' and revoked_at is null and expires_at > now()`;

function selectGuests(reader: Reader, ownerId: string) {
  return readRows(
    reader,
    sql<Pick<KeyRow, 'id' | 'label' | 'guest_email'>>`
      select id, label, guest_email from ${guestsOf(ownerId)}
      order by created_at, id limit ${mostListed}`,
  );
}
