import { statfs } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { QuadSettings } from '../platform/server/assembly/read-settings.ts';
import { openDatabase } from '../platform/server/db/database.ts';
import { assertFit, warnOfConnections } from '../platform/server/db/fitness.ts';
import { outstandingMigrations } from '../platform/server/db/migrate.ts';
import { createClamd } from '../platform/server/files/clamd.ts';
import { createFolderStorage } from '../platform/server/files/folder-storage.ts';
import { filesFolder } from '../platform/server/files/open-storage.ts';
import { createS3Storage } from '../platform/server/files/s3-storage.ts';
import { hasFiles } from '../platform/server/files/stored-files.ts';
import { JobFailure } from '../platform/server/jobs/job-failure.ts';
import { LdapFailure } from '../platform/server/ldap/ldap-failure.ts';
import { createMail } from '../platform/server/mail/mail.ts';
import { readOrMakeSecret, readSecretIfMade } from '../platform/server/secrets/secret-file.ts';
import { ProviderUnreachable } from '../platform/server/session/groups-source.ts';
import type { ClamdSetting } from '../platform/server/settings/clamd-setting.ts';
import type { Environment } from '../platform/server/settings/environment.ts';
import { inALine } from '../platform/server/settings/mistakes.ts';
import type { S3Setting } from '../platform/server/settings/s3-setting.ts';
import { OutsideFailure } from '../platform/server/tool/outside-system.ts';
import type { ServerTool } from '../platform/server/tool/server-tool.ts';
import { checkDataFolder } from './data-folder.ts';
import { explain } from './explain.ts';
import { refuseDemo } from './real-people.ts';

/** `say` gets a line for each thing that was checked. */
type Say = (line: string) => void;
/** Gets a signal that aborts after the time limit. */
type Check = (signal: AbortSignal) => Promise<string>;

/** How long to wait for one system at most, in milliseconds. */
const patience = 30_000;

/**
 * Checks everything that a start needs, without starting or changing anything: the settings, which have been
 * read, the database, and each outside system that the settings name.
 * @returns whether all of it can be used
 */
export async function checkSettings(
  settings: QuadSettings,
  {
    migrations,
    tools,
    within = patience,
  }: { migrations: string; tools: readonly ServerTool[]; within?: number },
  say: Say,
): Promise<boolean> {
  const { environment, campus, providers, warnings } = settings;
  say(`ok       settings, with the campus folder ${environment.campusFolder}`);
  for (const warning of warnings) say(`warning  ${inALine(warning)}`);
  const { databaseUrl, dataFolder, smtpUrl, secrets } = environment;
  const checks: [what: string, check: Check][] = [
    [
      'database',
      databaseUrl === null
        ? async () => {
            await checkDataFolder(dataFolder);
            return `the embedded one, in ${dataFolder}`;
          }
        : async () => {
            const fit = await checkDatabase(databaseUrl, migrations, environment, say);
            if (providers.demo) await refuseDemo({ url: databaseUrl }, environment);
            return fit;
          },
    ],
    ...providers.all.map(({ name, check }): (typeof checks)[number] => [
      `provider "${name}"`,
      async () => {
        await check?.();
        return check === undefined ? 'nothing to reach' : 'it answers';
      },
    ]),
  ];
  if (secrets === null && readSecretIfMade(dataFolder) !== null)
    checks.push([
      'secret',
      async () => `${readOrMakeSecret(dataFolder).length} characters, in ${dataFolder}`,
    ]);
  if (smtpUrl !== null) {
    const from = environment.mailFrom ?? `no-reply@${campus.domains[0]}`;
    const mail = await createMail({ dataFolder, smtpUrl, from, mailBounces: null, product: campus.product });
    checks.push(['mail server', mail.check]);
  }
  const { clamd, filesS3 } = environment;
  if (filesS3 !== null) checks.push(['file storage', (signal) => checkS3(filesS3, signal)]);
  else if (databaseUrl !== null)
    checks.push(['file storage', () => checkFolder(environment, databaseUrl, say)]);
  if (clamd !== null) checks.push(['virus scanner', (signal) => checkScanner(clamd, signal)]);
  for (const { tool, outside } of tools) {
    const own = settings.tools.get(tool.id);
    const systems = own === undefined ? [] : (outside?.(own, campus) ?? []);
    checks.push(...systems.map(({ what, check }): (typeof checks)[number] => [what, check]));
  }
  const results = await Promise.all(
    checks.map(([what, check]) => look(what, () => inTime(check, within), say)),
  );
  return results.every((fine) => fine);
}

async function look(what: string, check: () => Promise<string>, say: Say): Promise<boolean> {
  try {
    say(`ok       ${what}: ${await check()}`);
    return true;
  } catch (error) {
    say(`FAILED   ${what}: ${sayFailure(error)}`);
    return false;
  }
}

async function inTime(check: Check, within: number): Promise<string> {
  const limit = AbortSignal.timeout(within);
  const late = Promise.withResolvers<never>();
  limit.addEventListener(
    'abort',
    () => late.reject(new OutsideFailure(`It did not answer within ${within / 1_000} seconds.`)),
    { once: true },
  );
  return Promise.race([check(limit), late.promise]);
}

/** One line: our own sentence, with codes and what to change where they are known. */
function sayFailure(error: unknown): string {
  const said = isOurs(error) ? error.message : explain(error);
  const codes = codesOf(error);
  const advice =
    error instanceof ProviderUnreachable || error instanceof LdapFailure ? error.advice : undefined;
  return `${said}${codes === '' ? '' : ` (${codes})`}${advice === undefined ? '' : ` ${advice}`}`;
}

/** Whether the name is unknown, nothing is listening there, or a certificate does not match. */
function codesOf(error: unknown): string {
  if (error instanceof ProviderUnreachable) return error.finding;
  return error instanceof JobFailure && error.cause instanceof Error ? error.cause.message : '';
}

const ours = ['ProviderUnreachable', 'JobFailure', 'ScannerError', 'LdapFailure', 'OutsideFailure'];

function isOurs(error: unknown): error is Error {
  return error instanceof Error && ours.includes(error.name);
}

async function checkS3(setting: S3Setting, signal: AbortSignal): Promise<string> {
  await (await createS3Storage(setting)).check(signal);
  return `the bucket ${setting.bucket} answers`;
}

async function checkFolder(environment: Environment, url: string, say: Say): Promise<string> {
  const folder = filesFolder(environment);
  const open = openDatabase({ url }, { size: 1 });
  try {
    // The first start makes the tables; what is wrong with the database is another line.
    const inUse = () => hasFiles(open.database).catch(() => false);
    await checkDataFolder(environment.dataFolder, folder);
    await createFolderStorage(folder, inUse).check();
    // Until the first upload there is no folder; `freeBytes` would make it, owned by the account that runs the check.
    const disk = await statfs(folder).catch(() => null);
    if (disk !== null && disk.bavail * disk.bsize < environment.filesKeepFree)
      say(
        `warning  file storage: Uploads are refused: the disk of ${folder} has less free than QUAD_FILES_KEEP_FREE. Free some space there.`,
      );
    return `the folder ${folder}`;
  } finally {
    await open.close();
  }
}

async function checkScanner(clamd: ClamdSetting, signal: AbortSignal): Promise<string> {
  const content = Readable.from([Buffer.from('Is anyone there?')]);
  await createClamd(clamd).scan(content, signal);
  return 'clamd answers';
}

async function checkDatabase(
  url: string,
  migrations: string,
  { databaseConnections }: Environment,
  say: Say,
): Promise<string> {
  const open = openDatabase({ url }, { size: 1 });
  try {
    const version = await assertFit(open.database);
    const count = await outstandingMigrations(open.database, migrations);
    const warning = await warnOfConnections(open.pool, databaseConnections);
    if (warning !== null) say(`warning  database: ${warning}`);
    const then = count === 0 ? 'up to date' : `the next start will make ${count} changes to its tables`;
    return `PostgreSQL ${version}, ${then}`;
  } finally {
    await open.close();
  }
}
