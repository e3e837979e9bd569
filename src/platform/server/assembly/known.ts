import type { Permission } from '../../contract/access.ts';
import type { NotificationTopic } from '../../contract/tool.ts';
import type { DeclaredPermission, DeclaredTokenPermission, ServerTool } from '../tool/server-tool.ts';
import type { QuadSettings } from './read-settings.ts';

/** What the tools let a service token have, in the order of the tools. */
export function declaredTokenPermissions(tools: readonly ServerTool[]): DeclaredTokenPermission[] {
  return tools.flatMap(({ tool }) =>
    Object.entries(tool.tokenPermissions ?? {}).map(([permission, { about, publishesFiles = false }]) => ({
      permission: permission as Permission,
      about,
      tool: tool.title,
      publishesFiles,
    })),
  );
}

/** What the tools let people choose about, in the order of the tools. */
export function declaredTopics(tools: readonly ServerTool[]): ReadonlyMap<string, NotificationTopic> {
  return new Map(tools.flatMap(({ tool }) => Object.entries(tool.notifications ?? {})));
}

/** What the tools declare that people may do, and the groups that may, in the order of the tools. */
export function declaredPermissionsOf(
  tools: readonly ServerTool[],
  { accessMap }: Pick<QuadSettings, 'accessMap'>,
): DeclaredPermission[] {
  return tools.flatMap(({ tool }) =>
    Object.entries(tool.permissions).map(([permission, about]) => ({
      permission: permission as Permission,
      about,
      tool: tool.title,
      groups: accessMap.granted.get(permission as Permission) ?? [],
    })),
  );
}

/** The groups that give access and those that `access.yaml` names, in alphabetical order. */
export function knownGroups({ accessGroups, accessMap }: QuadSettings): string[] {
  return [...new Set([...accessGroups, ...[...accessMap.granted.values()].flat()])].toSorted();
}
