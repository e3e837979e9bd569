import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findThings } from '../../../platform/contract/finding.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog } from '../contract.ts';
import { raLogs } from '../tool.ts';
import { raLogsServer } from './index.ts';

test('a log is found by its building in any case in any alphabet', async () => {
  const campus = copyCampus(Object.keys(raLogs.permissions));
  onTestFinished(() => campus.remove());
  const file = path.join(campus.folder, 'tools', 'ra-logs.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('name: Anderson', 'name: Élan Hall'));
  const server = await startTestServer({ tools: [raLogsServer], campusFolder: campus.folder });
  const [ra, reslife] = [await server.signIn('ra'), await server.signIn('reslife')];
  expect((await ra.send(addRaLog, { body: { building: 'Élan Hall' } })).status).toBe(201);
  for (const who of [ra, reslife])
    for (const q of ['élan hall', 'ÉLAN']) {
      const { body } = await who.send(findThings, { query: { q } });
      const found = body.data.flatMap(({ results }) => results.map(({ title }) => title));
      expect(found).toEqual(['Élan Hall']);
    }
});
