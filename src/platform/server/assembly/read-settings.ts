import path from 'node:path';
import type { Permission } from '../../contract/access.ts';
import { type AccessMap, readAccessMap } from '../access/access-map.ts';
import { type Campus, readCampus } from '../settings/campus.ts';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import { type SettingMistake, SettingsError } from '../settings/mistakes.ts';
import { readToolSettings, type Settings, type SettingsShape } from '../settings/tool-settings.ts';
import { type ProviderSettings, readProviders } from '../sign-in/read-providers.ts';
import type { ServerTool } from '../tool/server-tool.ts';

/** Everything that is configured, checked. */
export interface QuadSettings {
  environment: Environment;
  campus: Campus;
  accessMap: AccessMap;
  providers: ProviderSettings;
  /** By the id of the tool. */
  tools: ReadonlyMap<string, Settings<SettingsShape>>;
}

export interface SettingsSources {
  variables: Readonly<Record<string, string | undefined>>;
  workingFolder: string;
  tools: readonly ServerTool[];
  placePermissions: Readonly<Record<Permission, string>>;
}

/**
 * Reads the environment, the campus folder and every tool's settings before anything else happens.
 * @throws SettingsError with all mistakes of all sources, so that one start tells everything
 */
export function readSettings(sources: SettingsSources): QuadSettings {
  const { variables, workingFolder, tools } = sources;
  const mistakes: SettingMistake[] = [];
  const environment = gather(mistakes, () => readEnvironment(variables, workingFolder));
  const campusFolder = path.resolve(workingFolder, variables.QUAD_CAMPUS?.trim() || 'campus');
  const campus = gather(mistakes, () => readCampus(campusFolder));
  const accessMap = gather(mistakes, () => readAccessMap(campusFolder, declaredPermissions(sources)));
  const toolSettings = new Map(
    tools.map((tool) => [tool.tool.id, settingsOf(tool, { campusFolder, variables }, mistakes)]),
  );
  const providers =
    environment === null || campus === null
      ? null
      : gather(mistakes, () => readProviders(campus, environment, variables));
  if (
    environment === null ||
    campus === null ||
    accessMap === null ||
    providers === null ||
    mistakes.length > 0
  ) {
    throw new SettingsError(mistakes);
  }
  return { environment, campus, accessMap, providers, tools: toolSettings };
}

/** Every permission that a tool or a place declares. */
export function declaredPermissions({
  tools,
  placePermissions,
}: Pick<SettingsSources, 'tools' | 'placePermissions'>) {
  const declared = [placePermissions, ...tools.map(({ tool }) => tool.permissions)];
  return declared.flatMap((names) => Object.keys(names) as Permission[]);
}

function gather<T>(mistakes: SettingMistake[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    mistakes.push(...error.mistakes);
    return null;
  }
}

function settingsOf(
  tool: ServerTool,
  sources: { campusFolder: string; variables: SettingsSources['variables'] },
  mistakes: SettingMistake[],
): Settings<SettingsShape> {
  if (tool.settings === undefined) return { campus: undefined, environment: undefined };
  return readToolSettings(tool.tool.id, tool.settings, sources, mistakes);
}
