import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { importFacts } from '../contract.ts';
import type { ResetCampus } from '../settings.ts';

/**
 * Those whose password only the directory's administrators reset: those in the groups of the settings, and those who
 * manage resets by `access.yaml`, even if a college calls their group something other than the settings do. With
 * their account, someone could set what everyone else has to know.
 */
export function protectedGroupsOf(
  { groupsWith }: Pick<Platform, 'groupsWith'>,
  { protectedGroups }: Pick<ResetCampus, 'protectedGroups'>,
): string[] {
  return [...new Set([...protectedGroups, ...groupsWith(importFacts.access)])];
}
