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
  const readNow = async () => {
    const rows = await selectWorking(reader);
    const keys = rows.flatMap(({ id, sealed }) => {
      const password = openKey(secrets, sealed);
      return password === null ? [] : [{ id, password }];
    });
    return { content: pskLines(keys), keys: keys.length, leftOut: rows.length - keys.length };
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
      const { keys, leftOut } = now;
      const has = `hostapd has ${counted(keys)}.`;
      if (leftOut === 0) return has;
      log.warn({ leftOut }, 'Wi-Fi keys were left out for hostapd: no secret in QUAD_SECRET opens them.');
      return `${has} No secret in QUAD_SECRET opens ${counted(leftOut)}.`;
    },
  });
}

const counted = (keys: number) => `${keys.toLocaleString('en-US')} key${keys === 1 ? '' : 's'}`;
