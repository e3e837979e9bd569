import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from './program.ts';
import { temporaryFolder } from './quad.ts';

/** An OpenID Provider, and what `campus.yaml` says about it besides its name, kind, and scopes. */
export interface CampusProvider {
  issuer: string;
  clientId: string;
  /** The name of an environment variable, prefixed with a dollar sign. */
  clientSecret?: string;
  groups: readonly string[] | Readonly<Record<string, string>>;
}

/**
 * A copy of the checkout's campus folder in which one person can submit as much in a minute as others do in a
 * year: no limit on follow-ups and funding applications, and an email about each follow-up at once.
 */
export async function busyCampus(): Promise<string> {
  const folder = await copyCampus();
  await change(folder, 'tools/ra-logs.yaml', { followUpsPerHour: 1_000_000, followUpDigestMinutes: 0 });
  await change(folder, 'tools/grants.yaml', { applicationsPerHour: 1_000_000 });
  return folder;
}

/** A copy of the checkout's campus folder in which one person may submit as many tickets as they like. */
export async function campusWithManyTickets(): Promise<string> {
  const folder = await copyCampus();
  await change(folder, 'tools/help-desk.yaml', { ticketsPerHour: 1_000_000 });
  return folder;
}

/** A copy of the checkout's campus folder that takes larger files. */
export async function campusWithLargeFiles(megabytes: number): Promise<string> {
  const folder = await copyCampus();
  await change(folder, 'tools/files.yaml', { largestFileMegabytes: megabytes });
  return folder;
}

/** A copy of the checkout's campus folder where people can try to reset a password as often as they like, at no cost. */
export async function campusWithoutResetLimits(): Promise<string> {
  const folder = await copyCampus();
  const limits = { perName: { attempts: 100_000, hours: 24 }, perNetwork: { attempts: 100_000, hours: 24 } };
  await change(folder, 'tools/password-reset.yaml', { limits, captcha: { rounds: 1, tries: [1, 2] } });
  return folder;
}

/** A copy of the checkout's campus folder whose people sign in only at this provider. */
export async function campusWith(provider: CampusProvider): Promise<string> {
  const folder = await copyCampus();
  const college = { name: 'college', kind: 'oidc', title: 'College account' };
  const scopes = ['openid', 'profile', 'email', 'groups'];
  await change(folder, 'campus.yaml', { providers: [{ ...college, scopes, ...provider }] });
  return folder;
}

async function copyCampus(): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'campus');
  await cp(path.join(root, 'campus'), folder, { recursive: true });
  return folder;
}

async function change(folder: string, name: string, changes: Record<string, unknown>): Promise<void> {
  const file = path.join(folder, name);
  const settings: Record<string, unknown> = parse(await readFile(file, 'utf8'));
  await writeFile(file, stringify({ ...settings, ...changes }));
}
