import { z } from 'zod';
import { counted } from '../../../../../platform/contract/counted.ts';
import type { UnitOfWork } from '../../../../../platform/server/change/change.ts';
import type { Reader } from '../../../../../platform/server/db/database.ts';
import { defineJob, type Job } from '../../../../../platform/server/jobs/job.ts';
import type { Secrets } from '../../../../../platform/server/secrets/secrets.ts';
import { selectWorking } from '../../queries.ts';
import { openKey } from '../embedded.ts';
import { type PskFileSettings, pskLines, readPskFile, writePskFile } from './psk-file.ts';

/** No keys: jobs are kept and backed up. */
const data = z.object({});
const handOut = { name: 'wifi-keys.hostapd', data };

/** One waiting job for any number of changes. */
export async function enqueueHandOut(unit: UnitOfWork): Promise<void> {
  await unit.enqueue(handOut, {}, { singletonKey: 'file' });
}

/** Writes the file after each change, and every 15 minutes for keys that have expired. */
export function createHandOut(reader: Reader, secrets: Secrets, settings: PskFileSettings): Job {
  const readNow = async () => {
    const rows = await selectWorking(reader);
    const inFile = await readPskFile(settings);
    let unopened = 0;
    const keys = rows.flatMap(({ id, sealed }) => {
      const opened = openKey(secrets, sealed);
      if (opened === null) unopened += 1;
      // With a wrong secret, hostapd keeps what it has: otherwise the whole campus would be offline.
      const password = opened ?? inFile(id);
      return password === null ? [] : [{ id, password }];
    });
    return { content: pskLines(keys), keys: keys.length, unopened };
  };
  return defineJob({
    ...handOut,
    title: 'Give hostapd the Wi-Fi keys',
    retries: 30,
    limitSeconds: 120,
    schedule: '*/15 * * * *',
    async run(_data, { log, signal }) {
      // Two jobs at once on two instances: whichever read earlier and wrote later sees the difference and writes again.
      let now = await readNow();
      for (;;) {
        signal.throwIfAborted();
        await writePskFile(settings, now.content);
        const newer = await readNow();
        if (newer.content === now.content) break;
        now = newer;
      }
      const { keys, unopened } = now;
      const has = `hostapd has ${counted(keys, 'key')}.`;
      if (unopened === 0) return has;
      log.warn(
        { unopened },
        'No secret in QUAD_SECRET opens some Wi-Fi keys: hostapd keeps those that it has.',
      );
      return `${has} No secret in QUAD_SECRET opens ${counted(unopened, 'key')}.`;
    },
  });
}
