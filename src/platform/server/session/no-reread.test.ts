import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { createSessions } from './sessions.ts';

test('a kind of provider that cannot be asked again: its sessions end once their groups are 15 minutes old', async () => {
  const server = await startTestServer();
  const client = await server.signIn('staff');
  const sessions = createSessions({
    ...server.quad.platform,
    providers: { find: () => ({}) },
    settings: {
      accessMap: { permissionsOf: () => new Set(), granted: new Map() },
      environment: { groupsSeconds: 900 },
    },
  });
  const token = client.cookies.get('quad-session') ?? '';
  expect(await sessions.authenticate(token)).toMatchObject({ groups: ['Domain-Staff'] });
  await sql`update sessions set groups_read_at = now() - interval '901 seconds',
    groups_tried_at = now() - interval '901 seconds'`.execute(server.database.database);
  expect(await sessions.authenticate(token)).toBeNull();
  expect((await client.fetch('GET', '/api/auth/account')).status).toBe(401);
});
