import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** A folder next to `target` for work that must not be seen half done. Its name says whose it is. */
export function workFolder(target: string): string {
  return path.join(path.dirname(target), `.work-${process.pid}-${randomBytes(4).toString('hex')}`);
}

/** Moves a finished folder into place; when several processes do so at the same time, the last one wins. */
export function moveIntoPlace(folder: string, target: string): void {
  for (let attempt = 1; ; attempt += 1) {
    const old = workFolder(target);
    try {
      if (existsSync(target)) renameSync(target, old);
      renameSync(folder, target);
      return;
    } catch (error) {
      if (attempt === 20) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}

/** Removes the work folders next to `target` that killed processes left. */
export function removeLeftovers(target: string): void {
  const parent = path.dirname(target);
  for (const name of readdirSync(parent)) {
    const pid = /^\.work-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
