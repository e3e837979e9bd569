import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { parse, stringify } from 'yaml';

declare module 'vitest' {
  interface ProvidedContext {
    /** Removed with the run. */
    campusFolders: string;
  }
}

export interface TestCampus {
  folder: string;
  /** Gives a group a permission that the repository's folder gives only to others; before the server starts. */
  grant(permission: string, group: string): void;
  remove(): void;
}

/**
 * A copy of the repository's campus folder for a server with only some of the tools. Lines of `access.yaml` for
 * permissions that nothing declares there are left out, since a real start refuses them.
 */
export function copyCampus(declared: readonly string[]): TestCampus {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-campus-'));
  cpSync(path.resolve('campus'), folder, { recursive: true });
  const file = path.join(folder, 'access.yaml');
  const access = parse(readFileSync(file, 'utf8')) as Record<'permissions' | 'owners', object>;
  const keep = (lines: object) =>
    Object.fromEntries(Object.entries(lines).filter(([name]) => declared.includes(name)));
  const { permissions, owners } = access;
  writeFileSync(file, stringify({ ...access, permissions: keep(permissions), owners: keep(owners) }));
  return {
    folder,
    grant(permission, group) {
      const written = parse(readFileSync(file, 'utf8')) as { permissions: Record<string, string[]> };
      written.permissions[permission] = [...(written.permissions[permission] ?? []), group];
      writeFileSync(file, stringify(written));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The same for servers that only read it: one copy for all of a run that have these permissions. */
export function sharedCampus(declared: readonly string[]): string {
  const name = createHash('sha256').update(declared.toSorted().join(' ')).digest('hex');
  const shared = path.join(inject('campusFolders'), name);
  if (existsSync(shared)) return shared;
  const { folder, remove } = copyCampus(declared);
  try {
    renameSync(folder, shared);
  } catch {
    // Another worker was faster, or the folders are on different disks.
    if (!existsSync(shared)) cpSync(folder, shared, { recursive: true });
    remove();
  }
  return shared;
}
