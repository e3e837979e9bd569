import path from 'node:path';
import { z } from 'zod';
import type { Permission } from '../../contract/access.ts';
import type { Inclusions } from '../../contract/tool.ts';
import { mistakesOf, type SettingMistake, SettingsError } from '../settings/mistakes.ts';
import { readYaml } from '../settings/yaml-file.ts';
import { owner, type PermissionOwner } from './permission-owner.ts';

const groups = z.array(z.string().trim().min(1));
const accessFile = z.strictObject({
  everything: groups.default([]),
  permissions: z.record(z.string(), groups).default({}),
  owners: z.record(z.string(), owner).default({}),
});

/** Groups to which something besides `access.yaml` gives a permission, for one reason. */
export interface GrantedBesides {
  readonly groups: readonly string[];
  /** What each of the groups does, after its name: `owns short links`. */
  readonly why: string;
}

/** What tools and places declare. */
export interface DeclaredNames {
  readonly permissions: Iterable<Permission>;
  readonly includes?: Inclusions;
}

/** Which groups have which permissions. */
export interface AccessMap {
  permissionsOf(groups: readonly string[]): ReadonlySet<Permission>;
  /** Every declared permission with the groups that have it now. */
  readonly granted: ReadonlyMap<Permission, readonly string[]>;
  /** Who decides about a permission; `null`: the help desk. */
  ownerOf(permission: Permission): PermissionOwner | null;
  /**
   * Rows of a tool give a permission to these groups, too: someone who owns something may open the page where
   * it is managed. Replaces what the tool said before. The rows themselves still decide about each row.
   * @param given For a group that is in several, the first one counts.
   */
  grantByRows(permission: Permission, given: readonly GrantedBesides[]): void;
  /** The groups that have a permission without a line in the file, each once, and why: by another one, or by rows. */
  besides(permission: Permission): readonly GrantedBesides[];
}

/**
 * Reads `access.yaml` against the declared permissions. One that the file does not name is new in this release: it goes
 * to the groups of `everything`, and a warning says which line to add.
 * @throws SettingsError for a name that nothing declares, since a typo must not silently take a permission away
 */
export function readAccessMap(
  campusFolder: string,
  declared: DeclaredNames,
  warnings: SettingMistake[] = [],
): AccessMap {
  const file = path.join(campusFolder, 'access.yaml');
  const mistakes: SettingMistake[] = [];
  const written = readYaml(file, mistakes);
  if (written === undefined) throw new SettingsError(mistakes);
  const parsed = accessFile.safeParse(written);
  if (!parsed.success) throw new SettingsError(mistakesOf(parsed.error, file, written));
  const { everything, permissions, owners } = parsed.data;
  const known = new Set(declared.permissions);
  for (const name of new Set([...Object.keys(permissions), ...Object.keys(owners)])) {
    if (known.has(name as Permission)) continue;
    const what = `"${name}" is not a permission of any tool. Correct it, or remove the line if it belongs to another release.`;
    mistakes.push({ where: file, what });
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  const granted = new Map<Permission, readonly string[]>();
  for (const name of known) granted.set(name, [...new Set([...everything, ...(permissions[name] ?? [])])]);
  const ofFile = new Map(granted);
  const included = grantedByInclusion(declared.includes ?? {}, ofFile);
  const besides = new Map<Permission, readonly GrantedBesides[]>();
  const grantByRows: AccessMap['grantByRows'] = (permission, given) => {
    const all = new Set(ofFile.get(permission));
    const added = [...(included.get(permission) ?? []), ...given].map(({ groups, why }) => {
      const others = [...new Set(groups)].filter((group) => !all.has(group));
      for (const group of others) all.add(group);
      return { groups: others, why };
    });
    granted.set(permission, [...all]);
    besides.set(
      permission,
      added.filter(({ groups }) => groups.length > 0),
    );
  };
  for (const permission of included.keys()) grantByRows(permission, []);
  for (const name of known) {
    const groups = granted.get(name) ?? [];
    if (permissions[name] !== undefined && groups.length > 0) continue;
    const holders = groups.length > 0 ? `Only ${groups.join(', ')} can use it` : 'No one can use it';
    warnings.push({
      where: file,
      what: `No groups are listed for the permission "${name}". ${holders} until you add a line.`,
      example: `${name}: [Domain-IT]`,
    });
  }
  return {
    granted,
    permissionsOf: (held) => permissionsOf(granted, held),
    grantByRows,
    besides: (permission) => besides.get(permission) ?? [],
    ownerOf: (permission) => owners[permission] ?? null,
  };
}

function grantedByInclusion(includes: Inclusions, ofFile: ReadonlyMap<Permission, readonly string[]>) {
  const included = new Map<Permission, GrantedBesides[]>();
  for (const [name, others] of Object.entries(includes)) {
    const given = { groups: ofFile.get(name as Permission) ?? [], why: `has ${name}` };
    for (const other of others ?? []) included.set(other, [...(included.get(other) ?? []), given]);
  }
  return included;
}

/** Groups in `access.yaml` that no one can be in, so what they are granted is granted to no one. */
export function warnOfUnknownGroups(
  { granted }: AccessMap,
  asserted: ReadonlySet<string>,
  campusFolder: string,
  warnings: SettingMistake[],
): void {
  const named = new Set([...granted.values()].flat());
  for (const group of named) {
    if (asserted.has(group)) continue;
    warnings.push({
      where: path.join(campusFolder, 'access.yaml'),
      what: `No sign-in provider asserts the group "${group}", and no directory server gives access by it, so no one is in it. List it under "groups" of a provider in campus.yaml, or correct its name.`,
    });
  }
}

function permissionsOf(granted: ReadonlyMap<Permission, readonly string[]>, held: readonly string[]) {
  const holds = new Set(held);
  return new Set(
    [...granted].filter(([, groups]) => groups.some((group) => holds.has(group))).map(([name]) => name),
  );
}
