import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { importFacts } from '../contract.ts';
import type { ResetCampus } from '../settings.ts';

/**
 * Whose password no one but the directory's administrators resets: those in the groups of the settings, and those who
 * manage resets by `access.yaml`, also where a college calls their group something else than the settings do. With
 * their account, one could say what everyone else has to know.
 */
export function protectedGroupsOf(
  { groupsWith }: Pick<Platform, 'groupsWith'>,
  { protectedGroups }: Pick<ResetCampus, 'protectedGroups'>,
): string[] {
  return [...new Set([...protectedGroups, ...groupsWith(importFacts.access)])];
}
