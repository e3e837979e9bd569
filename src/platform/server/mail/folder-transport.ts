import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { JobFailure } from '../jobs/job-failure.ts';
import type { MailTransport } from './mail.ts';

/** Far longer than writing an email takes, even for another instance. */
const leftOverAfter = 60 * 60 * 1000;
/** An email may hold a one-time link or what someone wrote in confidence: long enough to read it, no longer. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

/** The embedded transport: each email is a file in `<data>/mail/`, for trials and for colleges without a mail server. */
export function createFolderTransport(dataFolder: string): MailTransport {
  const folder = path.join(dataFolder, 'mail');
  let lastCleanUp = 0;
  return {
    async deliver({ key, content }) {
      const name = `${key}.eml`;
      const unfinished = path.join(folder, `.${name}.${randomBytes(4).toString('hex')}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (Date.now() - lastCleanUp > leftOverAfter) {
          lastCleanUp = Date.now();
          // The email matters more than the space that others take.
          await removeOld(folder).catch(() => undefined);
        }
        await writeFile(unfinished, content, { mode: 0o600, flush: true });
        // The folder shows only complete emails, and an email that is sent again replaces the first.
        await rename(unfinished, path.join(folder, name));
      } catch (cause) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw new JobFailure('The email could not be written to the mail folder.', { cause });
      }
      return `Written to mail/${name} in the data folder, because no mail server is configured.`;
    },
    cleanUp: () => removeOld(folder),
  };
}

/** Removes emails after a week, and what a process was writing when it was killed. */
async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const isUnfinished = /^\..+\.eml\.[0-9a-f]{8}$/.test(name);
    if (!isUnfinished && !/^[^.].*\.eml$/.test(name)) continue;
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > (isUnfinished ? leftOverAfter : keptFor)) await rm(file, { force: true });
  }
}
