import type { ExampleMaker, ToolExamples } from '../../../platform/server/tool/examples.ts';
import { createToken, listTokens, readTokenChoices } from '../contract.ts';

async function create({ send }: ExampleMaker, name: string): Promise<void> {
  const { permissions, lastDay } = (await send('it', readTokenChoices)).data;
  const [first] = permissions;
  if (first === undefined) throw new Error('No tool lets a service token have anything.');
  await send('it', createToken, {
    body: {
      name,
      permissions: permissions.map(({ permission }) => permission),
      pathPrefix: 'reports/',
      everyone: true,
      expiresOn: lastDay,
    },
  });
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
  known: async ({ send }) => {
    const { data } = await send('it', listTokens, { query: { page: 1 } });
    return { id: data.slice(0, 3).map(({ id }) => id) };
  },
};
