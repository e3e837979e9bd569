import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { forbidden } from '../refusal/refusal.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { AuditEntry, Origin } from './audit.ts';
import { createChangeService } from './change.ts';
import { byPermission } from './verdict.ts';

const secrets = createSecrets(['a secret of the tests, long enough to pass']);
const origin: Origin = { actor: { kind: 'system', name: 'test' }, clientAddress: null, requestId: null };
const entry: AuditEntry = {
  action: 'thing.create',
  subject: { type: 'thing', id: '1', columns: { name: 'plain', phone: 'sensitive', password: 'secret' } },
  after: { name: 'Lamp', phone: '555-0100', password: 'open sesame', undeclared: 'x' },
};

async function prepare() {
  const { database } = await openTestDatabase();
  await sql`create table things (id uuid primary key)`.execute(database);
  const service = createChangeService(database, secrets, async () => undefined);
  const counts = async () => {
    const { rows } = await sql<{ things: number; entries: number }>`
      select (select count(*) from things) as things, (select count(*) from audit_entries) as entries`.execute(
      database,
    );
    return rows[0];
  };
  return { database, change: service.changeAs(origin), rehearse: service.rehearseAs(origin), counts };
}

describe('a change', () => {
  test('leaves the row and one audit entry in the same transaction', async () => {
    const { change, counts } = await prepare();
    await change(async ({ transaction, demand, record }) => {
      demand(byPermission);
      await sql`insert into things values (${randomUUID()})`.execute(transaction);
      record(entry);
    });
    expect(await counts()).toEqual({ things: 1, entries: 1 });
  });

  test('says whose data it was: a person, or a directory record that no one has signed in with', async () => {
    const { change, database } = await prepare();
    const personId = randomUUID();
    await change(async ({ demand, record }) => {
      demand(byPermission);
      record({ ...entry, about: { personId } });
      record({ ...entry, about: { directoryKey: 'e-1042' } });
      record(entry);
    });
    const { rows } = await sql<{ about: string }>`select about from audit_entries`.execute(database);
    const owners = rows.map(({ about }) => about);
    expect(owners.toSorted()).toEqual([personId, 'directory:e-1042', null].toSorted());
  });

  test.each([
    ['the rule refuses', true, true, forbidden()],
    ['no rule was asked', false, true, undefined],
    ['no audit entry was left', true, false, undefined],
  ])('leaves nothing when %s', async (_why, demands, records, refusal) => {
    const { change, counts } = await prepare();
    const attempt = change(async ({ transaction, demand, record }) => {
      await sql`insert into things values (${randomUUID()})`.execute(transaction);
      if (demands) demand(refusal ?? byPermission);
      if (records) record(entry);
    });
    await expect(attempt).rejects.toThrow();
    expect(await counts()).toEqual({ things: 0, entries: 0 });
  });

  test('that is only rehearsed is refused like a real one, and leaves nothing', async () => {
    const { rehearse, counts } = await prepare();
    const follow = vi.fn();
    const answer = await rehearse(async ({ transaction, demand, record, afterCommit }) => {
      demand(byPermission);
      await sql`insert into things values (${randomUUID()})`.execute(transaction);
      record(entry);
      afterCommit(follow);
      return 'as if';
    });
    expect([answer, await counts()]).toEqual(['as if', { things: 0, entries: 0 }]);
    expect(follow).not.toHaveBeenCalled();
    await expect(rehearse(async ({ demand }) => demand(forbidden()))).rejects.toThrow();
  });

  test.each(['changed', 'rehearsed'])('that is %s fails if its audit entry cannot be stored', async (how) => {
    const { change, rehearse, counts } = await prepare();
    const attempt = (how === 'changed' ? change : rehearse)(async ({ transaction, demand, record }) => {
      demand(byPermission);
      await sql`insert into things values (${randomUUID()})`.execute(transaction);
      record({ ...entry, action: 'a character that PostgreSQL does not store: \0' });
    });
    await expect(attempt).rejects.toMatchObject({ code: '22021' });
    expect(await counts()).toEqual({ things: 0, entries: 0 });
  });

  test('runs after-commit work only if it committed', async () => {
    const { change } = await prepare();
    const heard: string[] = [];
    await change(async ({ demand, record, afterCommit }) => {
      afterCommit(() => heard.push('committed'));
      demand(byPermission);
      record(entry);
    });
    const failing = change(async ({ afterCommit }) => {
      afterCommit(() => heard.push('rolled back'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(heard).toEqual(['committed']);
  });
});

describe('an audit entry', () => {
  test('stores plain columns as they are, sensitive ones encrypted, secret and undeclared ones never', async () => {
    const { database, change } = await prepare();
    await change(async ({ demand, record }) => {
      demand(byPermission);
      record(entry);
    });
    const row = await database.selectFrom('audit_entries').selectAll().executeTakeFirstOrThrow();
    expect(row.after).toEqual({ name: 'Lamp' });
    expect(JSON.stringify(row)).not.toMatch(/555-0100|open sesame|undeclared/);
    expect(JSON.parse(secrets.decrypt('audit', row.sensitive ?? ''))).toEqual({
      before: null,
      after: { phone: '555-0100' },
    });
  });

  test('cannot be changed, deleted, or truncated, except by the retention function', async () => {
    const { database, change } = await prepare();
    await change(async ({ demand, record }) => {
      demand(byPermission);
      record(entry);
    });
    await expect(sql`update audit_entries set action = 'x'`.execute(database)).rejects.toThrow('append-only');
    await expect(sql`delete from audit_entries`.execute(database)).rejects.toThrow('append-only');
    await expect(sql`truncate audit_entries`.execute(database)).rejects.toThrow('append-only');
    const removed = await sql<{ removed: number }>`select retain_audit('0', '0') as removed`.execute(
      database,
    );
    expect(removed.rows).toEqual([{ removed: 1 }]);
    await expect(sql`truncate audit_entries`.execute(database)).rejects.toThrow('append-only');
  });
});
