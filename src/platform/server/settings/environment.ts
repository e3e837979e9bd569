import path from 'node:path';
import { readNetwork } from '../network/read-network.ts';
import { type ClamdSetting, readClamd } from './clamd-setting.ts';
import { hasPasswordInParameters } from './database-parameters.ts';
import { type SettingMistake, SettingsError } from './mistakes.ts';
import { readNumber } from './number-setting.ts';
import { readS3, type S3Setting } from './s3-setting.ts';
import { readSecrets } from './secret-setting.ts';
import { readSize } from './size-setting.ts';

/** What the environment variables say, checked. */
export interface Environment {
  port: number;
  host: string;
  /** Origin under which browsers reach Quad, without a trailing slash. */
  publicUrl: string;
  /** `null`: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** The most that an instance opens to the database. */
  databaseConnections: number;
  dataFolder: string;
  campusFolder: string;
  /** Newest first; several during a rotation. `null`: kept in the data folder. */
  secrets: string[] | null;
  demo: 'on' | 'off' | 'default';
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** `null`: no metrics are served. */
  metricsPort: number | null;
  /** Where emails go. `null`: into the data folder. */
  smtpUrl: string | null;
  /** Address of the sender of emails. `null`: one in the college's domain. */
  mailFrom: string | null;
  /** Where mail servers send what cannot be delivered. `null`: to the sender. */
  mailBounces: string | null;
  /** How old the groups of a session may become before the provider is asked again, in seconds. */
  groupsSeconds: number;
  /** Bytes of the data folder's disk that uploads leave free. */
  filesKeepFree: number;
  /** Where uploaded files are kept. `null`: in the data folder. */
  filesS3: S3Setting | null;
  /** The virus scanner of uploads. `null`: none. */
  clamd: ClamdSetting | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** `-` is standard output, anything else a file. */
  logTo: string;
  /** HOST and PUBLIC_URL are only for this machine, so no one else can reach it. */
  loopback: boolean;
  production: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export function isLoopbackHost(host: string): boolean {
  return loopbackNames.has(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Reads the environment. @throws SettingsError naming every wrong variable at once. */
export function readEnvironment(variables: Variables, workingFolder: string): Environment {
  const mistakes: SettingMistake[] = [];
  const environment = gatherEnvironment(variables, workingFolder, mistakes);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return environment;
}

/** The environment as far as it can be read, so that what depends on it is checked, too. @param mistakes Gets what is wrong. */
export function gatherEnvironment(
  variables: Variables,
  workingFolder: string,
  mistakes: SettingMistake[],
): Environment {
  const value = (name: string) => {
    const written = variables[name]?.trim();
    return written === '' ? undefined : written;
  };
  const port = readPort('PORT', value('PORT'), mistakes) ?? 3000;
  const host = readHost(value('HOST'));
  const publicUrl = readPublicUrl(value('PUBLIC_URL'), port, mistakes);
  const databaseUrl = readDatabaseUrl(value('DATABASE_URL'), mistakes);
  const dataFolder = path.resolve(workingFolder, value('QUAD_DATA') ?? 'data');
  const loopback = isLoopbackHost(host) && isLoopbackHost(new URL(publicUrl).hostname);
  const production = value('NODE_ENV') === 'production' || !loopback;
  return {
    port,
    host,
    publicUrl,
    databaseUrl,
    databaseConnections: readDatabaseConnections(value('QUAD_DATABASE_CONNECTIONS'), mistakes),
    dataFolder,
    campusFolder: path.resolve(workingFolder, value('QUAD_CAMPUS') ?? 'campus'),
    secrets: readSecrets(value('QUAD_SECRET'), production, mistakes),
    demo: readChoice('QUAD_DEMO', value('QUAD_DEMO'), ['on', 'off'], 'default', mistakes),
    trustedProxies: readNetworks(value('QUAD_TRUSTED_PROXIES'), mistakes),
    metricsPort: readMetricsPort(value('QUAD_METRICS_PORT'), port, mistakes),
    smtpUrl: readSmtpUrl(value('QUAD_SMTP_URL'), mistakes),
    mailFrom: readMailAddress('QUAD_MAIL_FROM', value('QUAD_MAIL_FROM'), mistakes),
    mailBounces: readMailAddress('QUAD_MAIL_BOUNCES', value('QUAD_MAIL_BOUNCES'), mistakes),
    groupsSeconds: readGroupsSeconds(value('QUAD_GROUPS_SECONDS'), mistakes),
    filesKeepFree: readSize('QUAD_FILES_KEEP_FREE', value('QUAD_FILES_KEEP_FREE'), '1 GB', mistakes),
    filesS3: readS3(value, mistakes),
    clamd: readClamd(value('QUAD_CLAMD'), value('QUAD_CLAMD_LARGEST'), mistakes),
    logLevel: readChoice(
      'QUAD_LOG_LEVEL',
      value('QUAD_LOG_LEVEL'),
      ['debug', 'info', 'warn', 'error'],
      'info',
      mistakes,
    ),
    logTo: value('QUAD_LOG') ?? (databaseUrl === null ? path.join(dataFolder, 'logs', 'server.log') : '-'),
    loopback,
    production,
  };
}

/**
 * For the name `localhost`, Fastify opens a second server, without our limits or the stop; and every port would be open
 * on whichever of both addresses the system names first.
 */
function readHost(written = '127.0.0.1'): string {
  return written === 'localhost' ? '127.0.0.1' : written;
}

function readPort(where: string, written: string | undefined, mistakes: SettingMistake[]): number | null {
  if (written === undefined) return null;
  const port = Number(written);
  if (/^\d+$/.test(written) && port <= 65_535) return port;
  mistakes.push({
    where,
    what: `"${written}" is not a port number from 0 to 65535.`,
    example: `${where}=4100`,
  });
  return null;
}

function readMetricsPort(
  written: string | undefined,
  port: number,
  mistakes: SettingMistake[],
): number | null {
  const where = 'QUAD_METRICS_PORT';
  const metricsPort = readPort(where, written, mistakes);
  // 0 means any free port, for both.
  if (metricsPort === port && port !== 0) {
    const what = `It is the same as PORT (${port}). Metrics need a port of their own.`;
    mistakes.push({ where, what, example: 'QUAD_METRICS_PORT=9464' });
  }
  return metricsPort;
}

/** Fifteen minutes is the promise to the college: no one keeps a removed permission longer. */
function readGroupsSeconds(written: string | undefined, mistakes: SettingMistake[]): number {
  const example = 'QUAD_GROUPS_SECONDS=300';
  return readNumber(written, { usual: 900, least: 1, most: 900, of: 'seconds', example }, mistakes);
}

function readPublicUrl(written: string | undefined, port: number, mistakes: SettingMistake[]): string {
  const fallback = `http://localhost:${port}`;
  if (written === undefined) return fallback;
  const mistake = (what: string) => {
    mistakes.push({ where: 'PUBLIC_URL', what, example: 'PUBLIC_URL=https://quad.college.edu' });
    return fallback;
  };
  if (!URL.canParse(written)) return mistake(`"${written}" is not a web address.`);
  const url = new URL(written);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return mistake('It must start with https://.');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    return mistake('It must be a bare origin, without a path.');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return mistake(
      'Plain http is only accepted for this machine itself. Elsewhere, sessions would be sent unencrypted.',
    );
  return url.origin;
}

function readDatabaseUrl(written: string | undefined, mistakes: SettingMistake[]): string | null {
  if (written === undefined) return null;
  const url = URL.canParse(written) ? new URL(written) : null;
  const isOne = url !== null && /^postgres(ql)?:$/.test(url.protocol);
  if (isOne && !isCutByPassword(url) && isDecodable(url.pathname)) return written;
  mistakes.push({
    where: 'DATABASE_URL',
    // The value itself is not repeated: it may contain a password.
    what: isOne ? codesNeeded : `It is not the address of a PostgreSQL database. ${codesNeeded}`,
    example: 'DATABASE_URL=postgresql://quad:password@db.college.edu:5432/quad',
  });
  return null;
}

/** At least two of each kind, one that listens, and one for `/health/ready`. PostgreSQL has 97 in total by default. */
function readDatabaseConnections(written: string | undefined, mistakes: SettingMistake[]): number {
  const example = 'QUAD_DATABASE_CONNECTIONS=12';
  return readNumber(written, { usual: 24, least: 8, most: 90, of: 'connections', example }, mistakes);
}

const codesNeeded =
  'Special characters in its user name or password must be written as %-codes, such as %23 for # and %2F for /.';

/** A `#`, `/`, or `?` in a password ends the host, which is then part of the password: it would be looked up, and logged. */
export function isCutByPassword(url: URL): boolean {
  const { username, password, pathname, hash } = url;
  const isInPlace = isDecodable(username) && isDecodable(password) && !hasPasswordInParameters(url);
  return hash !== '' || pathname.includes('@') || !isInPlace;
}

/** A mistake does not repeat the value: it may contain a password. */
function readSmtpUrl(written: string | undefined, mistakes: SettingMistake[]): string | null {
  if (written === undefined) return null;
  const mistake = (what: string) => {
    mistakes.push({
      where: 'QUAD_SMTP_URL',
      what,
      example: 'QUAD_SMTP_URL=smtps://quad:password@smtp.college.edu:465',
    });
    return null;
  };
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null ? /^smtps?:\/\/.*@/.test(written) : isCutByPassword(url)) return mistake(codesNeeded);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    return mistake('It is not the address of a mail server.');
  const options = [...url.searchParams].map(([name, chosen]) => `${name}=${chosen}`);
  if (options.some((option) => option !== 'tls=off') || (options.length > 0 && url.protocol === 'smtps:'))
    return mistake('The only option is ?tls=off, for smtp://.');
  if (options.length > 0 && url.username !== '')
    return mistake('With ?tls=off, a password would be sent unencrypted.');
  return written;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function readMailAddress(
  where: string,
  written: string | undefined,
  mistakes: SettingMistake[],
): string | null {
  if (
    written === undefined ||
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9.-]{1,250}[A-Za-z0-9]$/.test(written)
  )
    return written ?? null;
  mistakes.push({
    where,
    what: `"${written}" is not an email address.`,
    example: `${where}=quad@college.edu`,
  });
  return null;
}

function readChoice<const Choice extends string, const Fallback extends string>(
  where: string,
  written: string | undefined,
  choices: readonly Choice[],
  fallback: Fallback,
  mistakes: SettingMistake[],
): Choice | Fallback {
  if (written === undefined) return fallback;
  const found = choices.find((choice) => choice === written);
  if (found !== undefined) return found;
  mistakes.push({
    where,
    what: `"${written}" is not one of ${choices.join(', ')}.`,
    example: `${where}=${choices[0]}`,
  });
  return fallback;
}

function readNetworks(written: string | undefined, mistakes: SettingMistake[]): string[] {
  if (written === undefined) return [];
  return written.split(',').flatMap((one) => {
    const read = readNetwork(one.trim());
    if ('network' in read) return [read.network];
    const example = 'QUAD_TRUSTED_PROXIES=127.0.0.1,10.20.0.0/16';
    mistakes.push({ where: 'QUAD_TRUSTED_PROXIES', what: read.mistake, example });
    return [];
  });
}
