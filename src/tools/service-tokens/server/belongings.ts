import { sql } from 'kysely';
import {
  type Belongings,
  type HandOver,
  mostListed,
  notTheirs,
} from '../../../platform/server/belongings/belongings.ts';
import { eachOwner, selectOwners } from '../../../platform/server/belongings/select-owners.ts';
import { readRows } from '../../../platform/server/db/database.ts';
import { createToken } from '../contract.ts';
import { serviceTokens } from '../tool.ts';
import { auditToken } from './audit.ts';
import { holdToken, keepToken, markRevoked, type TokenRow } from './queries.ts';

const tokensOf = (id: unknown) =>
  sql`service_tokens where coalesce(kept_by_id, created_by_id) = ${id} and revoked_at is null and expires_at > now()`;

/** Tokens that someone made or took over: they are asked when a program stops, and who gets emails about its files. */
export const tokenBelongings: Belongings = {
  kind: 'service-tokens.tokens',
  title: 'Service tokens',
  noun: ['service token', 'service tokens'],
  async list(reader, { id }) {
    const rows = await readRows(
      reader,
      sql<Pick<TokenRow, 'id' | 'name'>>`
        select id, name from ${tokensOf(id)}
        order by created_at, id limit ${mostListed}`,
    );
    return rows.map(({ id: key, name }) => ({ key, title: name, link: serviceTokens.screens.tokens.path }));
  },
  owners: (reader, people) => selectOwners(reader, people, tokensOf(eachOwner.id)),
  mayHave: ({ name, permissions }) =>
    permissions.has(createToken.access) || `${name} does not manage service tokens.`,
  async handOver({ to, ...handOver }) {
    const before = await holdOwn(handOver);
    if (before === undefined) return notTheirs;
    await keepToken(handOver.unit.transaction, handOver.key, to.id);
    auditToken(handOver.unit, 'service-token.hand-over', { before, after: { ...before, kept_by_id: to.id } });
    return true;
  },
  end: {
    says: 'They are revoked: programs that use them stop working immediately.',
    async run(ending) {
      const before = await holdOwn(ending);
      if (before === undefined) return notTheirs;
      await markRevoked(ending.unit.transaction, ending.key, ending.by.name);
      auditToken(ending.unit, 'service-token.revoke', { before });
      return true;
    },
  },
};

async function holdOwn({ unit, from, key }: HandOver): Promise<TokenRow | undefined> {
  const row = await holdToken(unit.transaction, key);
  const isOwn = row !== undefined && (row.kept_by_id ?? row.created_by_id) === from.id;
  return isOwn && row.revoked_at === null ? row : undefined;
}
