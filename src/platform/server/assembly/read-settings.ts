import path from 'node:path';
import type { Permission } from '../../contract/access.ts';
import {
  type AccessMap,
  type DeclaredNames,
  readAccessMap,
  warnOfUnknownGroups,
} from '../access/access-map.ts';
import { type Campus, readCampus } from '../settings/campus.ts';
import { checkCampusFolder, warnOfMadeUpAddresses, warnOfUnreadFiles } from '../settings/campus-folder.ts';
import { unknownParameters } from '../settings/database-parameters.ts';
import { type Environment, gatherEnvironment } from '../settings/environment.ts';
import { type SettingMistake, SettingsError } from '../settings/mistakes.ts';
import { readToolSettings, type Settings, type SettingsShape } from '../settings/tool-settings.ts';
import { isDemoOn, type ProviderSettings, readProviders } from '../sign-in/read-providers.ts';
import type { ServerTool } from '../tool/server-tool.ts';

/** All settings, checked. */
export interface QuadSettings {
  environment: Environment;
  campus: Campus;
  accessMap: AccessMap;
  /** The sentences of the permissions that places have, by permission. */
  placePermissions: Readonly<Record<Permission, string>>;
  providers: ProviderSettings;
  /** By the id of the tool. */
  tools: ReadonlyMap<string, Settings<SettingsShape>>;
  /** The groups that a sign-in provider, or a source that the college trusts with it, may put people in. */
  accessGroups: readonly string[];
  /** Does not keep Quad from starting, but is most likely a mistake. */
  warnings: readonly SettingMistake[];
}

export interface SettingsSources {
  variables: Readonly<Record<string, string | undefined>>;
  workingFolder: string;
  tools: readonly ServerTool[];
  placePermissions: Readonly<Record<Permission, string>>;
  /** What tools get for a variable that is not set, in the demo that only this machine can reach. */
  demoVariables?: Readonly<Record<string, string>>;
}

/**
 * Reads the environment, the campus folder and every tool's settings before anything else happens.
 * @throws SettingsError with all mistakes of all sources, so that one start reports everything
 */
export function readSettings(sources: SettingsSources): QuadSettings {
  const { workingFolder, tools } = sources;
  const { variables, asked } = watchVariables(sources.variables);
  const mistakes: SettingMistake[] = [];
  const warnings: SettingMistake[] = [];
  const environment = gatherEnvironment(variables, workingFolder, mistakes);
  const campusFolder = path.resolve(workingFolder, variables.QUAD_CAMPUS?.trim() || 'campus');
  const folder = gather(mistakes, () => {
    checkCampusFolder(campusFolder);
    return campusFolder;
  });
  // What is in a folder that cannot be read is not also reported as missing.
  if (folder === null) throw new SettingsError(mistakes);
  const campus = gather(mistakes, () => readCampus(folder));
  const accessMap = gather(mistakes, () => readAccessMap(folder, declaredNames(sources), warnings));
  const { demoVariables } = sources;
  const isLocalDemo = campus !== null && environment.demo === 'default' && isDemoOn(environment, campus);
  const ofTools = isLocalDemo ? orElse(variables, demoVariables) : variables;
  const toolSettings = new Map(
    tools.map((tool) => [
      tool.tool.id,
      settingsOf(tool, { campusFolder: folder, variables: ofTools }, mistakes),
    ]),
  );
  const providers =
    campus === null ? null : gather(mistakes, () => readProviders(campus, environment, variables));
  if (campus === null || accessMap === null || providers === null || mistakes.length > 0) {
    throw new SettingsError(mistakes);
  }
  const accessGroups = [
    ...providers.all.flatMap(({ groups }) => groups),
    ...groupsOfTools(tools, toolSettings),
  ];
  warnOfUnknownGroups(accessMap, new Set(accessGroups), folder, warnings);
  warnOfUnreadFiles(
    folder,
    tools.map(({ tool }) => tool.id),
    warnings,
  );
  if (environment.production && !providers.demo) warnOfMadeUpAddresses(folder, warnings);
  warnings.push(...environmentWarnings(environment, sources.variables, asked));
  const { placePermissions } = sources;
  return {
    environment,
    campus,
    accessMap,
    placePermissions,
    providers,
    tools: toolSettings,
    accessGroups,
    warnings,
  };
}

function groupsOfTools(tools: readonly ServerTool[], settings: QuadSettings['tools']): string[] {
  return tools.flatMap(({ tool, accessGroups }) => {
    const own = settings.get(tool.id);
    return own === undefined || accessGroups === undefined ? [] : accessGroups(own);
  });
}

/**
 * The variables, and the names that anything reads: the platform, a tool, or `$NAME` in campus.yaml. A blank one is not
 * set: a line such as `QUAD_DIRECTORY_SECRET=` is how a file of settings leaves it open.
 */
function watchVariables(given: SettingsSources['variables']) {
  const asked = new Set<string>();
  const variables = new Proxy(given, {
    get(target, name) {
      asked.add(String(name));
      const written = target[String(name)];
      return written?.trim() === '' ? undefined : written;
    },
  });
  return { variables, asked };
}

function orElse(variables: SettingsSources['variables'], others: Readonly<Record<string, string>> = {}) {
  return new Proxy(variables, { get: (target, name) => target[String(name)] ?? others[String(name)] });
}

function environmentWarnings(
  { production, publicUrl, trustedProxies, smtpUrl, dataFolder, databaseUrl }: Environment,
  variables: SettingsSources['variables'],
  asked: ReadonlySet<string>,
): SettingMistake[] {
  const warnings: SettingMistake[] = Object.keys(variables)
    .filter((name) => name.startsWith('QUAD_') && !asked.has(name))
    .map((where) => ({ where, what: "This setting doesn't exist, so it has no effect. Check the name." }));
  for (const name of databaseUrl === null ? [] : unknownParameters(databaseUrl)) {
    const what = `Its parameter "${name}" has no effect. Check the name.`;
    const example = 'DATABASE_URL=postgresql://quad:password@db.college.edu/quad?sslmode=verify-full';
    warnings.push({ where: 'DATABASE_URL', what, example });
  }
  // Quad itself speaks no TLS.
  if (publicUrl.startsWith('https:') && trustedProxies.length === 0) {
    const what =
      'It is not set, so every request seems to come from the proxy: limits for one network hit everyone at once.';
    warnings.push({ where: 'QUAD_TRUSTED_PROXIES', what, example: 'QUAD_TRUSTED_PROXIES=127.0.0.1' });
  }
  if (!production || smtpUrl !== null) return warnings;
  const what = `It is not set, so no email is sent. Each one is written to a file in ${path.join(dataFolder, 'mail')}.`;
  const example = 'QUAD_SMTP_URL=smtps://quad:password@smtp.college.edu:465';
  return [...warnings, { where: 'QUAD_SMTP_URL', what, example }];
}

/** Every permission that a tool or a place declares. */
export function declaredPermissions({
  tools,
  placePermissions,
}: Pick<SettingsSources, 'tools' | 'placePermissions'>) {
  const declared = [placePermissions, ...tools.map(({ tool }) => tool.permissions)];
  return declared.flatMap((names) => Object.keys(names) as Permission[]);
}

function declaredNames(sources: Pick<SettingsSources, 'tools' | 'placePermissions'>): DeclaredNames {
  const includes = Object.assign({}, ...sources.tools.map(({ tool }) => tool.includes));
  return { permissions: declaredPermissions(sources), includes };
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
  const own: SettingMistake[] = [];
  const settings =
    tool.settings === undefined
      ? { campus: undefined, environment: undefined }
      : readToolSettings(tool.tool.id, tool.settings, sources, own);
  if (own.length === 0) tool.checkFiles?.(settings, { campusFolder: sources.campusFolder, mistakes: own });
  mistakes.push(...own);
  return settings;
}
