import { sql } from 'kysely';
import { z } from 'zod';
import type { Permission } from '../../../platform/contract/access.ts';
import { heldGroups } from '../../../platform/server/access/held-groups.ts';
import type { ChangeService } from '../../../platform/server/change/change.ts';
import { doEach } from '../../../platform/server/change/do-each.ts';
import { Overtaken, wasMade } from '../../../platform/server/change/overtaken.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { defineJob, type Job, type JobContext } from '../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import { Refusal } from '../../../platform/server/refusal/refusal.ts';
import { addGuest } from '../contract.ts';
import { auditKey } from './audit.ts';
import type { KeyAuthority } from './authority/key-authority.ts';
import { deleteKey, forgetReference, holdKey, type KeyRow, markRevoked } from './queries.ts';
import { isForgettable, isUsable } from './rules.ts';

interface SweepServices {
  reader: Reader;
  change: ChangeService;
  authority: KeyAuthority;
  permissionsOf: (groups: readonly string[]) => ReadonlySet<Permission>;
  campus: { product: string };
}

/** More than expire in any hour; the rest waits for the next one. */
const most = 1_000;
/** If no key could be ended for this many milliseconds, the controller is down. The rest waits for the next try. */
const patience = 60_000;
/** How long lists show what has ended. */
const keptDays = 30;

/**
 * Ends the keys of people who left or are blocked, and of guests whose sponsor may no longer have any; removes expired keys
 * from the controller, and rows that ended long ago.
 */
export function createSweep({ reader, change, authority, permissionsOf, campus }: SweepServices): Job {
  const changeAs = change.changeAsSystem('wifi-keys.sweep');

  /** @param id All that are due, or this one if it is */
  async function selectDue(id?: string) {
    const ending = await selectEnding(reader, id);
    const guests = (await selectSponsored(reader, id)).filter(
      (guest) =>
        !permissionsOf(guest.groups).has(addGuest.access) && ending.every((key) => key.id !== guest.id),
    );
    return [...ending, ...guests.map((key) => ({ ...key, why: 'sponsor' as const }))];
  }

  /** @returns `false` for one that is no longer due, such as a guest whom IT has handed over since the job found it */
  async function revoke({ id }: KeyRow): Promise<boolean> {
    const [key] = await selectDue(id);
    if (key === undefined) return false;
    await authority.remove(key);
    const changing = changeAs(async (unit) => {
      unit.demand(byPermission);
      await authority.changed(unit);
      const before = await holdKey(unit.transaction, id);
      if (before === undefined || !isUsable(before)) throw new Overtaken();
      const after = await markRevoked(unit.transaction, id, { by: campus.product, why: key.why });
      auditKey(unit, 'wifi-key.revoke', { before, after });
    });
    return wasMade(changing);
  }

  /** @returns `false` for one that was replaced or deleted in the meantime */
  async function noteExpired(key: KeyRow): Promise<boolean> {
    await authority.remove(key);
    const changing = changeAs(async (unit) => {
      unit.demand(byPermission);
      const before = await holdKey(unit.transaction, key.id);
      if (before?.reference !== key.reference) throw new Overtaken();
      await forgetReference(unit.transaction, key.id);
      auditKey(unit, 'wifi-key.expire', { before });
    });
    return wasMade(changing);
  }

  /** @returns `false` for one that IT revoked, or its owner deleted, since the job found it */
  function forget({ id }: KeyRow): Promise<boolean> {
    const changing = changeAs(async (unit) => {
      unit.demand(byPermission);
      const before = await holdKey(unit.transaction, id);
      if (before === undefined || !isForgettable(before)) throw new Overtaken();
      await deleteKey(unit.transaction, id);
      auditKey(unit, 'wifi-key.forget', { before });
    });
    return wasMade(changing);
  }

  return defineJob({
    name: 'wifi-keys.sweep',
    title: 'End Wi-Fi keys of people who left',
    data: z.object({}),
    retries: 3,
    limitSeconds: 30 * 60,
    schedule: '41 * * * *',
    async run(_data, { log, signal }) {
      let [ended, removed] = [0, 0];
      const due = (await selectDue()).map((key) => async () => {
        if (await revoke(key)) ended += 1;
      });
      const expired = (await selectExpired(reader)).map((key) => async () => {
        if (await noteExpired(key)) removed += 1;
      });
      const failures = await tryEach([...due, ...expired], { log, signal });
      let forgotten = 0;
      const count = async (key: KeyRow) => {
        if (await forget(key)) forgotten += 1;
      };
      await doEach(await selectOver(reader), count, signal);
      if (failures > 0) {
        const count = `${failures} Wi-Fi ${failures === 1 ? 'key' : 'keys'}`;
        throw new JobFailure(`${count} could not be ended or removed. The log says why.`);
      }
      return `Ended ${ended}, removed ${removed} expired ones, forgot ${forgotten}.`;
    },
  });
}

/**
 * One key that can't be ended holds up no other. Those on which the controller hangs may look like an outage; in a
 * different order each time, they do not hold up the same others every time.
 * @param ends Each asks the controller to let go of a key
 * @returns How many failed
 * @throws JobFailure in an outage
 */
async function tryEach(
  ends: readonly (() => Promise<void>)[],
  { log, signal }: Pick<JobContext, 'log' | 'signal'>,
): Promise<number> {
  let failures = 0;
  let lastWorked = performance.now();
  for (const end of shuffled(ends)) {
    signal.throwIfAborted();
    try {
      await end();
      lastWorked = performance.now();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failures += 1;
      log.warn({ err: error }, 'A Wi-Fi key could not be ended or removed.');
      if (performance.now() - lastWorked > patience)
        throw new JobFailure('The Wi-Fi controller has not answered for a minute.', { cause: error });
    }
  }
  return failures;
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

const working = (id: string | undefined) =>
  sql<boolean>`k.revoked_at is null and k.expires_at > now() and k.id = coalesce(${id ?? null}::uuid, k.id)`;

/**
 * Whose owner left or is blocked. A record only becomes inactive when a reading of the directory was applied, which a
 * suspicious one is not until IT confirms it: a directory that can't be reached ends no one's key. A key that
 * was created later stays: some people continue working or studying without a record, and can still sign in.
 */
function selectEnding(reader: Reader, id: string | undefined) {
  return readRows(
    reader,
    sql<KeyRow & { why: 'left' | 'blocked' }>`
      select k.*, false as expired, case when p.disabled then 'blocked' else 'left' end as why
      from wifi_keys k join people p on p.id = k.owner_id
      where ${working(id)} and (p.disabled or exists (
        select from directory_records d
        where d.person_id = k.owner_id and not d.active and d.changed_at >= k.created_at))
      order by k.id limit ${most}`,
  );
}

/** Guests, with the groups of their sponsor. */
function selectSponsored(reader: Reader, id: string | undefined) {
  return readRows(
    reader,
    sql<KeyRow & { groups: string[] }>`
      select k.*, false as expired, ${heldGroups('k.owner_id')} as groups
      from wifi_keys k where k.kind = 'guest' and ${working(id)} order by k.id`,
  );
}

/** Expired keys that a controller still has. */
function selectExpired(reader: Reader) {
  return readRows(
    reader,
    sql<KeyRow>`select k.*, true as expired from wifi_keys k
      where k.expires_at <= now() and k.reference is not null order by k.id limit ${most}`,
  );
}

/**
 * What IT revoked stays: it keeps the person from getting another one. So does what the controller still has, whose
 * name only the row knows.
 */
function selectOver(reader: Reader) {
  return readRows(
    reader,
    sql<KeyRow>`select k.*, k.expires_at <= now() as expired from wifi_keys k
      where least(k.expires_at, k.revoked_at) < now() - make_interval(days => ${keptDays})
        and k.reference is null and not (k.kind = 'own' and k.revoked_why is not distinct from 'it')
      order by k.id limit ${most}`,
  );
}
