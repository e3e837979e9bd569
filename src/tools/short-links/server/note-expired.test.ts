import { expect, onTestFinished, test } from 'vitest';
import { createTestServer } from '../../../platform/server/testing/test-server.ts';
import { createLink } from '../contract.ts';
import { shortLinksServer } from './index.ts';
import { createNoteExpired } from './note-expired.ts';

test('only a link that has expired is noted as such', async () => {
  const server = await createTestServer({ tools: [shortLinksServer] });
  onTestFinished(() => server.stop());
  const it = await server.signIn('it');
  const ids: string[] = [];
  for (const shortUrl of ['over', 'live', 'not-asked']) {
    const { body } = await it.send(createLink, { body: { shortUrl, longUrl: 'https://example.com/' } });
    ids.push(body.data._id);
  }
  const { pool } = server.database;
  await pool.query(
    `update short_links set expires_at = now() - interval '1 minute' where short_url in ('over', 'not-asked')`,
  );
  await createNoteExpired(server.quad.platform.unaudited, server.quad.platform.log)(ids.slice(0, 2));
  const { rows } = await pool.query('select short_url from short_links where expired_at is not null');
  expect(rows).toEqual([{ short_url: 'over' }]);
});
