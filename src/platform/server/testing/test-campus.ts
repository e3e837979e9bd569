import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';

export interface TestCampus {
  folder: string;
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
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
