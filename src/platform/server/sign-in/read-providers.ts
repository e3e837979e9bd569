import path from 'node:path';
import type { Campus, ProviderEntry } from '../settings/campus.ts';
import type { Environment } from '../settings/environment.ts';
import { type SettingMistake, SettingsError } from '../settings/mistakes.ts';
import { createDemoProvider, demoName } from './demo/demo-provider.ts';
import { readLdapProvider } from './ldap/ldap-settings.ts';
import { readOidcProvider } from './oidc/oidc-settings.ts';
import type { Provider } from './provider.ts';
import { commonOf, type EntryContext } from './provider-entry.ts';
import { readSamlProvider } from './saml/saml-settings.ts';

/** Reads one entry; `null` when it has mistakes, which are added to the context. */
type ReadKind = (entry: ProviderEntry, context: EntryContext) => Provider | null;

const kinds: Readonly<Record<string, ReadKind>> = {
  ldap: readLdapProvider,
  oidc: readOidcProvider,
  saml: readSamlProvider,
};

const ownName = 'This is the provider itself. Give the new one a name of its own.';

/** The configured ways to sign in. */
export interface ProviderSettings {
  readonly titles: { name: string; title: string; passwordPage?: string }[];
  /** Whether the demo people may sign in. */
  readonly demo: boolean;
  readonly all: readonly Provider[];
  find(name: string): Provider | undefined;
}

/**
 * Reads the providers of `campus.yaml` and decides about the demo.
 * @throws SettingsError with every mistake; having no way to sign in is one.
 */
export function readProviders(
  campus: Campus,
  environment: Environment,
  variables: Readonly<Record<string, string | undefined>>,
): ProviderSettings {
  const mistakes: SettingMistake[] = [];
  const file = path.join(environment.campusFolder, 'campus.yaml');
  const { publicUrl } = environment;
  const configured = campus.providers.map((entry) =>
    readEntry(entry, { where: `${file}, provider "${entry.name}"`, campus, publicUrl, variables, mistakes }),
  );
  const names = campus.providers.map(({ name }) => name);
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index))) {
    mistakes.push({ where: file, what: `Two providers are called "${name}".` });
  }
  for (const { name, replaces } of campus.providers) {
    if (replaces === name) mistakes.push({ where: `${file}, provider "${name}", replaces`, what: ownName });
  }
  const demo = isDemoOn(environment, campus);
  if (!demo && campus.providers.length === 0) mistakes.push(noWayIn(file, environment));
  if (mistakes.length > 0) throw new SettingsError(mistakes);

  const found = configured.filter((provider) => provider !== null);
  if (demo) found.push(createDemoProvider({ onlyHere: environment.demo !== 'on' }));
  return {
    titles: found.map(({ name, title, passwordUrl }) => ({
      name,
      title,
      ...(passwordUrl === undefined ? {} : { passwordPage: passwordUrl }),
    })),
    demo,
    all: found,
    find: (name) => found.find((provider) => provider.name === name),
  };
}

/**
 * Whether the demo people may sign in: by default only where no one but the machine's user can reach the portal, and there
 * can be no real data.
 */
export function isDemoOn(environment: Environment, campus: Campus): boolean {
  if (environment.demo !== 'default') return environment.demo === 'on';
  return campus.providers.length === 0 && environment.loopback && environment.databaseUrl === null;
}

function readEntry(entry: ProviderEntry, context: EntryContext): Provider | null {
  const read = Object.hasOwn(kinds, entry.kind) ? kinds[entry.kind] : undefined;
  if (read !== undefined && entry.name !== demoName) {
    const provider = read(entry, context);
    return provider && { ...provider, ...commonOf(entry) };
  }
  const isDemo = entry.kind === demoName || entry.name === demoName;
  context.mistakes.push({
    where: context.where,
    what: isDemo
      ? 'The demo is turned on with QUAD_DEMO=on, not with an entry here.'
      : `There is no provider kind "${entry.kind}". Known kinds: ${Object.keys(kinds).join(', ')}.`,
  });
  return null;
}

function noWayIn(file: string, { demo }: Environment): SettingMistake {
  return {
    where: file,
    what: `No one could sign in: no provider is configured, and the demo is ${
      demo === 'off'
        ? 'turned off by QUAD_DEMO=off'
        : 'only on by default on a loopback address with the embedded database'
    }. Add a provider, or set QUAD_DEMO=on to let anyone who can reach this portal sign in as any of the demo people.`,
  };
}
