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
  { directory, protectedGroups }: ResetCampus,
  { QUAD_PASSWORD_RESET_SECRET: secret = '' }: ResetEnvironment,
): PasswordWriter | null {
  if (directory === undefined) return platform.demo ? createEmbeddedWriter(platform, protectedGroups) : null;
  if (directory.kind === 'entra') return createEntraWriter({ ...directory, secret });
  const { profile, peopleBase, peopleFilter, emailAttribute } = directory;
  return createLdapWriter({
    profile,
    peopleBase,
    emailAttribute,
    domains: platform.campus.domains,
    peopleFilter: peopleFilter ?? profiles[profile].peopleFilter,
    server: serverOf(directory, secret),
  });
}
