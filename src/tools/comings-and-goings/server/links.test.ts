import { expect, onTestFinished, test } from 'vitest';
import { readAccount } from '../../../platform/contract/account.ts';
import { defineTool, type Place } from '../../../platform/contract/tool.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import { createTestServer } from '../../../platform/server/testing/test-server.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { readBelongings } from '../contract.ts';
import { comingsAndGoings } from '../tool.ts';
import { comingsAndGoingsServer } from './index.ts';

const closed: Place = {
  path: '/closed',
  title: 'Closed',
  about: 'For IT.',
  icon: 'printer',
  access: 'closed.open',
};
const things = defineServerTool({
  tool: defineTool({ id: 'things', title: 'Things', permissions: {}, screens: {}, tiles: [] }),
  calls: {},
  start: async () => ({
    routes: [],
    belongings: [
      {
        kind: 'things.things',
        title: 'Things',
        noun: ['thing', 'things'],
        list: async () => [{ key: '1', title: 'A thing', link: '/closed?search=a' }],
        owners: async (_reader, people) => people.map(({ id }) => id),
        mayHave: () => true,
      },
    ],
  }),
});

test('a thing leads to its page only those who may open that', async () => {
  const campus = copyCampus([...Object.keys(comingsAndGoings.permissions), 'closed.open']);
  campus.grant('comings-and-goings.manage', 'sgrpVolunteers');
  const server = await createTestServer({
    tools: [comingsAndGoingsServer, things],
    places: [closed],
    placePermissions: { 'closed.open': 'Open what is closed.' },
    campusFolder: campus.folder,
  });
  onTestFinished(async () => {
    await server.stop();
    campus.remove();
  });
  const it = await server.signIn('it');
  const { id } = (await it.send(readAccount)).body;
  const linkFor = async (client: typeof it) => {
    const { body } = await client.send(readBelongings, { params: { id } });
    return body.data.kinds.flatMap((kind) => kind.things.map(({ link }) => link));
  };
  expect(await linkFor(it)).toEqual(['/closed?search=a']);
  expect(await linkFor(await server.signIn('volunteer'))).toEqual([null]);
});
