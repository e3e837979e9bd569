import { z } from 'zod';
import { type Campus, emailDomain, type ProviderEntry } from '../settings/campus.ts';
import { isLoopbackHost } from '../settings/environment.ts';
import type { SettingMistake } from '../settings/mistakes.ts';
import { groupMap } from './groups.ts';
import type { Provider } from './provider.ts';

/** Where an entry of `providers` is and what it may refer to. */
export interface EntryContext {
  /** How a mistake names the entry. */
  where: string;
  campus: Campus;
  publicUrl: string;
  variables: Readonly<Record<string, string | undefined>>;
  mistakes: SettingMistake[];
}

/** The fields that entries of every kind have. */
export const entryFields = {
  name: z.string(),
  title: z.string().trim().min(1).max(60),
  domains: z.array(emailDomain).min(1).optional(),
  groups: groupMap,
  /** Where people change their password, for the account menu. */
  passwordUrl: z.url({ protocol: /^https$/ }).optional(),
  /** The name of an earlier provider, whose people are recognized here by their email address. */
  replaces: z.string().min(1).optional(),
};

const ofEveryKind = z.object({ passwordUrl: entryFields.passwordUrl, replaces: entryFields.replaces });

/** What an entry without mistakes says about a provider of any kind. */
export function commonOf(entry: ProviderEntry): Pick<Provider, 'passwordUrl' | 'replaces'> {
  return ofEveryKind.parse(entry);
}

/** What an operator has to change where a provider's times are outside of what its entry tolerates. */
export function clockAdvice({ name, clockSkewSeconds }: { name: string; clockSkewSeconds: number }): string {
  return `The clocks of this machine and of the provider differ by more than ${clockSkewSeconds} seconds. Have both set by a time server. What is tolerated is clockSkewSeconds in provider "${name}" in campus.yaml.`;
}

/** Secrets are sent to it: https, or this very machine for trials and tests. */
export const secureUrl = z
  .url()
  .refine((written) => {
    const url = URL.canParse(written) ? new URL(written) : null;
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  }, 'This must be an https address.')
  .refine((written) => !/[?#]/.test(written), 'This must be an address without ? and #.');

/** The email domains that a provider may vouch for, in lower case; by default those of the college. */
export function domainsOf(
  { domains }: { domains?: readonly string[] | undefined },
  campus: Campus,
): readonly string[] {
  return domains ?? campus.domains;
}

/**
 * Reads the secret of an entry from the environment; the file only names the variable.
 * @returns `null` when the entry names none, `undefined` after a mistake
 */
export function readSecret(
  entry: ProviderEntry,
  field: string,
  { where, variables, mistakes }: EntryContext,
): string | null | undefined {
  const written = entry[field];
  if (written === undefined) return null;
  const at = `${where}, ${field}`;
  const variable = typeof written === 'string' ? /^\$([A-Z][A-Z0-9_]*)$/.exec(written)?.[1] : undefined;
  if (variable === undefined) {
    // The value is not repeated, since it may be the secret itself.
    mistakes.push({
      where: at,
      what: 'A secret does not belong in this file. Name an environment variable instead.',
      example: `${field}: $QUAD_${entry.kind.toUpperCase()}_SECRET`,
    });
    return undefined;
  }
  const secret = variables[variable]?.trim() ?? '';
  if (secret !== '') return secret;
  mistakes.push({
    where: at,
    what: `The environment variable ${variable} is not set.`,
    example: `${variable}=...`,
  });
  return undefined;
}
