import path from 'node:path';
import { z } from 'zod';
import type { Permission } from '../../contract/access.ts';
import { mistakesOf, type SettingMistake, SettingsError } from '../settings/mistakes.ts';
import { readYaml } from '../settings/tool-settings.ts';

const groups = z.array(z.string().trim().min(1));
const accessFile = z.strictObject({
  everything: groups.default([]),
  permissions: z.record(z.string(), groups).default({}),
});

/** Which permissions which groups have. */
export interface AccessMap {
  permissionsOf(groups: readonly string[]): ReadonlySet<Permission>;
  /** Every declared permission with the groups that have it, for documents and tests. */
  readonly granted: ReadonlyMap<Permission, readonly string[]>;
}

/**
 * Reads `access.yaml` against the declared permissions.
 * @throws SettingsError for a name that nobody declares and for a permission that nobody is given.
 */
export function readAccessMap(campusFolder: string, declared: Iterable<Permission>): AccessMap {
  const file = path.join(campusFolder, 'access.yaml');
  const mistakes: SettingMistake[] = [];
  const parsed = accessFile.safeParse(readYaml(file, mistakes));
  if (!parsed.success) throw new SettingsError([...mistakes, ...mistakesOf(parsed.error, file)]);
  const { everything, permissions } = parsed.data;
  const known = new Set(declared);
  for (const name of Object.keys(permissions)) {
    if (!known.has(name as Permission)) {
      mistakes.push({ where: file, what: `"${name}" is a permission that no tool declares.` });
    }
  }
  const granted = new Map<Permission, readonly string[]>();
  for (const name of known) {
    const given = permissions[name] ?? [];
    granted.set(name, [...new Set([...everything, ...given])]);
    if (given.length === 0) {
      mistakes.push({
        where: file,
        what: `"${name}" is granted to nobody.`,
        example: `${name}: [Domain-IT]`,
      });
    }
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return { granted, permissionsOf: (held) => permissionsOf(granted, held) };
}

function permissionsOf(granted: ReadonlyMap<Permission, readonly string[]>, held: readonly string[]) {
  const holds = new Set(held);
  return new Set(
    [...granted].filter(([, groups]) => groups.some((group) => holds.has(group))).map(([name]) => name),
  );
}
