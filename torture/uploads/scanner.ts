import { startQuad, temporaryFolder } from '../../harness/quad.ts';
import { endLater } from '../../harness/scope.ts';
import {
  type ClamdManner,
  startClamdServer,
  testVirus,
} from '../../src/platform/server/files/testing/clamd-server.ts';
import type { Findings } from '../scenario.ts';
import { cleanUp } from './check.ts';
import { watchOutage } from './outage.ts';

/** clamd works, is slow, hangs, is down, and is back: no file gets past it, and everything else continues. */
export async function scannerOutages(say: (text: string) => void): Promise<Findings> {
  let clamd = await startClamdServer();
  endLater(() => clamd.stop());
  const environment = { QUAD_CLAMD: clamd.address, QUAD_FILES_KEEP_FREE: '1 MB' };
  const quad = await startQuad({ dataFolder: await temporaryFolder(), environment });
  const { phase, figures, faults } = await watchOutage(quad, 'clamd', say);
  const manner = (next: ClamdManner) => {
    clamd.state.manner = next;
  };
  await phase('works', 201);
  await phase('finds a virus', 400, testVirus);
  manner('take long');
  await phase('takes two seconds', 201);
  manner('never answer');
  await phase('does not answer', 503);
  await clamd.stop();
  await phase('is away', 503);
  clamd = await startClamdServer('scan', clamd.port);
  await phase('is back', 201);
  const { left, faults: remaining } = await cleanUp(quad);
  if (left > 0) faults.push(`${left} files were left that no row names.`);
  await quad.stop();
  return { figures, faults: [...faults, ...remaining] };
}
