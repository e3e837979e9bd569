import type { Permission } from '../../contract/access.ts';
import { shellScreens } from '../../contract/shell-screens.ts';
import type { NotificationTopic, Place } from '../../contract/tool.ts';
import type { DeclaredScreen } from '../pages/screens.ts';
import type { DeclaredPermission, DeclaredTokenPermission, ServerTool } from '../tool/server-tool.ts';
import type { QuadSettings } from './read-settings.ts';

/** Every page: the screens of the tools, the places, and the few that belong to the shell itself. */
export function declaredScreens(tools: readonly ServerTool[], places: readonly Place[]): DeclaredScreen[] {
  const ofTools = tools.flatMap(({ tool }) => Object.values(tool.screens));
  const ofPlaces = places.map(({ about: lead, ...place }) => ({ ...place, lead }));
  return [...shellScreens, ...ofPlaces, ...ofTools];
}

/** What the tools let a service token do, in the order of the tools. */
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

/**
 * What people may do on pages of tiles and in tools, and the groups that may, in the order of the places and tools.
 * A permission that several places share has the title of the first one.
 */
export function declaredPermissionsOf(
  tools: readonly ServerTool[],
  places: readonly Place[],
  { accessMap, placePermissions }: Pick<QuadSettings, 'accessMap' | 'placePermissions'>,
): DeclaredPermission[] {
  const ofPlaces = {
    title: (permission: string) => titleOf(permission, places),
    permissions: placePermissions,
  };
  const ofTools = tools.map(({ tool }) => ({ title: () => tool.title, permissions: tool.permissions }));
  return [ofPlaces, ...ofTools].flatMap(({ title, permissions }) =>
    Object.entries(permissions).map(([permission, about]) => ({
      permission: permission as Permission,
      about,
      tool: title(permission),
      get groups() {
        return accessMap.granted.get(permission as Permission) ?? [];
      },
      get besides() {
        return accessMap.besides(permission as Permission);
      },
      owner: accessMap.ownerOf(permission as Permission),
    })),
  );
}

function titleOf(permission: string, places: readonly Place[]): string {
  return places.find(({ access }) => access === permission)?.title ?? 'Pages';
}

/** The groups that give access and those that `access.yaml` names, in alphabetical order. */
export function knownGroups({ accessGroups, accessMap }: QuadSettings): string[] {
  return [...new Set([...accessGroups, ...[...accessMap.granted.values()].flat()])].toSorted();
}
