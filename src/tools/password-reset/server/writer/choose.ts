import type { Campus } from '../../../../platform/server/settings/campus.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import { type ResetCampus, type ResetEnvironment, serverOf } from '../../settings.ts';
import { createEmbeddedWriter } from './embedded.ts';
import { createEntraWriter } from './entra/entra-writer.ts';
import { createLdapWriter } from './ldap/ldap-writer.ts';
import { profiles } from './ldap/profiles.ts';
import type { PasswordWriter } from './password-writer.ts';

/** Where passwords go; `null`: nowhere, so the tool is off. */
export function chooseWriter(
  platform: Platform,
  settings: ResetCampus,
  environment: ResetEnvironment,
): PasswordWriter | null {
  const { directory, protectedGroups } = settings;
  if (directory !== undefined) return writerFor(directory, environment, platform.campus);
  return platform.demo ? createEmbeddedWriter(platform, protectedGroups) : null;
}

/** The directory that the college has chosen. */
export function writerFor(
  directory: NonNullable<ResetCampus['directory']>,
  { QUAD_PASSWORD_RESET_SECRET: secret = '' }: ResetEnvironment,
  { domains }: Pick<Campus, 'domains'>,
): PasswordWriter {
  if (directory.kind === 'entra') return createEntraWriter({ ...directory, secret });
  const { profile, peopleBase, peopleFilter, emailAttribute } = directory;
  return createLdapWriter({
    profile,
    peopleBase,
    emailAttribute,
    domains,
    peopleFilter: peopleFilter ?? profiles[profile].peopleFilter,
    server: serverOf(directory, secret),
  });
}
