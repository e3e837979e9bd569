import { sql } from 'kysely';
import { readRows } from '../../../platform/server/db/database.ts';
import type { ExampleMaker, ToolExamples } from '../../../platform/server/tool/examples.ts';
import { createToken, listTokens, readTokenChoices } from '../contract.ts';

async function create({ send }: ExampleMaker, name: string): Promise<string> {
  const { permissions, lastDay } = (await send('it', readTokenChoices)).data;
  const [first] = permissions;
  if (first === undefined) throw new Error('No tool lets a service token do anything.');
  const made = await send('it', createToken, {
    body: {
      name,
      permissions: permissions.map(({ permission }) => permission),
      pathPrefix: 'reports/',
      everyone: true,
      expiresOn: lastDay,
    },
  });
  return made.data.token.id;
}

export const examples: ToolExamples = {
  bodies: {
    createToken: {
      name: 'Nightly reports',
      permissions: ['short-links.add'],
      expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    },
  },
  async fill(make) {
    for (let index = 0; index < 12; index += 1) await create(make, `Program ${index}`);
  },
  belongings: {
    'service-tokens.tokens': {
      async make(make, { id }) {
        const token = await create(make, 'Of someone');
        await sql`update service_tokens set created_by_id = ${id} where id = ${token}`.execute(
          make.platform.unaudited('demo data'),
        );
        return token;
      },
      // The person who keeps a token gets the emails about the files that it publishes.
      async has({ platform }, { id }, token) {
        const rows = await readRows(
          platform.reader,
          sql`select from service_tokens
            where id = ${token} and revoked_at is null and coalesce(kept_by_id, created_by_id) = ${id}`,
        );
        return rows.length === 1;
      },
    },
  },
  known: async ({ send }) => {
    const { data } = await send('it', listTokens, { query: { page: 1 } });
    return { id: data.slice(0, 3).map(({ id }) => id) };
  },
};
