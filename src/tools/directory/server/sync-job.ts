import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { fileError, sayPlace } from '../../../platform/server/csv/scan-records.ts';
import { largestDirectory, readRecords } from '../../../platform/server/directory/read-records.ts';
import { type Applying, lastReading, noteFailure } from '../../../platform/server/directory/runs.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import { changeAsSync, heldBack, type SyncServices, sayRun, takeAsSync } from './sync-run.ts';

const by = 'the scheduled file';

/** What stays the same for this long, in milliseconds, is taken to be the whole file: another program may be writing it. */
const settlesIn = 10_000;
/** After this many looks, it has been growing for two minutes. */
const mostLooks = 12;

/** Reads the file each hour. One that cannot be read changes nothing, and each version of it is read once. */
export function createSync(
  services: SyncServices,
  file: string,
  applying: Applying,
  settle = settlesIn,
): Job {
  const { reader } = services;
  const asSync = changeAsSync(services);
  return defineJob({
    name: 'directory.sync',
    title: 'Read the directory file',
    data: z.object({}),
    retries: 2,
    limitSeconds: 15 * 60,
    schedule: '23 * * * *',
    async run(_data, { signal }) {
      const last = await lastReading(reader, { origin: 'file' });
      let [bytes, sourceHash] = await readHashed(file);
      if (last.sourceHash === sourceHash && last.isWaiting) return heldBack;
      if (last.sourceHash === sourceHash)
        return last.isDiscarded
          ? 'IT discarded this file, and it has not changed since.'
          : 'The file has not changed.';
      for (let looks = 1, before = ''; before !== sourceHash; looks += 1) {
        if (looks > mostLooks)
          throw new JobFailure('The directory file is still being written, so nothing was changed.');
        before = sourceHash;
        await pause(settle, undefined, { signal });
        [bytes, sourceHash] = await readHashed(file);
      }
      const { records, errors } = bytes.length > largestDirectory.bytes ? tooLarge : await readRecords(bytes);
      const [first] = errors;
      if (first !== undefined) {
        const others =
          errors.length === 1 ? '' : ` (${errors.length.toLocaleString('en-US')} mistakes in all)`;
        const reason = `${sayPlace(first)}${first.message}${others}`;
        await asSync(async (unit) => {
          unit.demand(byPermission);
          await noteFailure(unit, { origin: 'file', by, sourceHash, reason });
        });
        return 'The file has mistakes, so nothing was changed. The Directory page says which.';
      }
      return sayRun(await takeAsSync(services, { origin: 'file', records, by, sourceHash }, applying));
    },
  });
}

async function readHashed(file: string): Promise<[bytes: Buffer, hash: string]> {
  const bytes = await readFile(file).catch(() => {
    throw new JobFailure('The directory file cannot be read. Check the path and who may read it.');
  });
  return [bytes, createHash('sha256').update(bytes).digest('base64url')];
}

const tooLarge = {
  records: [],
  errors: [fileError('This file is larger than 30 MB.')],
};
