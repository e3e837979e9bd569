import type { Permission } from '../../contract/access.ts';
import type { DeclaredTokenPermission, ServerTool } from '../tool/server-tool.ts';
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

/** The groups that a sign-in provider may assert or that `access.yaml` names, in alphabetical order. */
export function knownGroups({ providers, accessMap }: QuadSettings): string[] {
  const asserted = providers.all.flatMap(({ groups }) => groups);
  return [...new Set([...asserted, ...[...accessMap.granted.values()].flat()])].toSorted();
}
