import { sql } from 'kysely';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';

const hasAccess = sql<boolean>`cardinality(access_groups) > 0`;

/** No source gives access: whatever one gave in the past ends. */
export async function takeAccessBack({ reader, change }: Pick<Platform, 'reader' | 'change'>): Promise<void> {
  const given = await reader
    .selectFrom('directory_records')
    .select('key')
    .where(hasAccess)
    .limit(1)
    .executeTakeFirst();
  if (given === undefined) return;
  const asDirectory = change.changeAs({
    actor: { kind: 'system', name: 'directory' },
    clientAddress: null,
    requestId: null,
  });
  await asDirectory(async (unit) => {
    unit.demand(byPermission);
    const { numUpdatedRows } = await unit.transaction
      .updateTable('directory_records')
      .set({ access_groups: sql<string[]>`'{}'` })
      .where(hasAccess)
      .executeTakeFirst();
    unit.record({
      action: 'directory.take-access-back',
      subject: { type: 'directory', id: 'access', columns: { people: 'plain' } },
      after: { people: Number(numUpdatedRows) },
    });
  });
}
