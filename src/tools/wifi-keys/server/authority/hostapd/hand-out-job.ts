import { z } from 'zod';
import type { UnitOfWork } from '../../../../../platform/server/change/change.ts';
import type { Reader } from '../../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../../platform/server/jobs/job.ts';
import type { Secrets } from '../../../../../platform/server/secrets/secrets.ts';
import { selectWorking } from '../../queries.ts';
import { openKey } from '../embedded.ts';
import { type PskFileSettings, pskLines, writePskFile } from './psk-file.ts';

/** No keys: jobs are kept and backed up. */
const data = z.object({});
const handOut = { name: 'wifi-keys.hostapd', data };

/** One waiting job for any number of changes. */
export async function enqueueHandOut(unit: UnitOfWork): Promise<void> {
  await unit.enqueue(handOut, {}, { singletonKey: 'file' });
}

/** Writes the file after each change, and each quarter of an hour for keys that have expired. */
export function createHandOut(reader: Reader, secrets: Secrets, settings: PskFileSettings): Job {
  const contentNow = async () => {
    const rows = await selectWorking(reader);
    return pskLines(rows.map(({ id, sealed }) => ({ id, password: openKey(secrets, sealed) })));
  };
  return defineJob({
    ...handOut,
    title: 'Give hostapd the Wi-Fi keys',
    retries: 30,
    limitSeconds: 120,
    schedule: '*/15 * * * *',
    async run(_data, { signal }) {
      // Two jobs at once on two instances: whichever read earlier and wrote later sees the difference and writes again.
      let content = await contentNow();
      for (;;) {
        signal.throwIfAborted();
        await writePskFile(settings, content);
        const newer = await contentNow();
        if (newer === content) break;
        content = newer;
      }
      const keys = content.split('\n').length - 2;
      return `hostapd has ${keys.toLocaleString('en-US')} key${keys === 1 ? '' : 's'}.`;
    },
  });
}
