import { randomBytes } from 'node:crypto';
import { startQuad, temporaryFolder } from '../../harness/quad.ts';
import { endLater } from '../../harness/scope.ts';
import { createS3Storage } from '../../src/platform/server/files/s3-storage.ts';
import { type S3Manner, startS3Server } from '../../src/platform/server/files/testing/s3-server.ts';
import type { Findings } from '../scenario.ts';
import { cleanUp } from './check.ts';
import { watchOutage } from './outage.ts';

/** Files of several parts, so that they break off in the middle. */
const content = randomBytes(6 * 1024 * 1024);

/** S3 works, is slow, hangs, is full, is down, and is back: nothing half-written is left, and everything else continues. */
export async function storageOutages(say: (text: string) => void): Promise<Findings> {
  const s3 = await startS3Server();
  endLater(s3.stop);
  const quad = await startQuad({ dataFolder: await temporaryFolder(), environment: s3.variables });
  const { phase, figures, faults } = await watchOutage(quad, 'S3', say);
  const manner = (next: S3Manner) => {
    s3.state.manner = next;
  };
  await phase('works', 201, content);
  manner('take long');
  await phase('takes half a second for each request', 201, content);
  manner('full');
  await phase('is full', 507, content);
  manner('never answer');
  await phase('does not answer', 503, content);
  manner('hang up');
  await phase('is away', 503, content);
  manner('serve');
  await phase('is back', 201, content);
  const { left, faults: remaining } = await cleanUp(quad, await createS3Storage(s3.setting));
  figures.push({ what: 'files without a row that the outages left in S3, for the nightly job', value: left });
  await quad.stop();
  return { figures, faults: [...faults, ...remaining] };
}
