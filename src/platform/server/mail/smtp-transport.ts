import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { JobFailure } from '../jobs/job-failure.ts';
import { isLoopbackHost } from '../settings/environment.ts';
import type { MailTransport, Message } from './mail.ts';

/** Limits of a conversation in milliseconds. */
export interface SmtpLimits {
  connect: number;
  greeting: number;
  /** Without a word from the other side. */
  silence: number;
  whole: number;
}

const defaultLimits: SmtpLimits = { connect: 10_000, greeting: 10_000, silence: 30_000, whole: 90_000 };

/** Hands letters to a mail server. A conversation is given up when it takes too long or the job is stopped. */
export async function createSmtpTransport(
  url: URL,
  limits: SmtpLimits = defaultLimits,
): Promise<MailTransport> {
  // Only colleges with a mail server load it, and at the start: an upgrade may replace the packages of a running portal.
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');

  async function hold(
    signal: AbortSignal,
    converse: (connection: Connection) => Promise<void>,
  ): Promise<void> {
    const connection = new SmtpConnection(connectionOptions(url, limits));
    const end = AbortSignal.any([signal, AbortSignal.timeout(limits.whole)]);
    const broken = Promise.withResolvers<never>();
    connection.once('error', broken.reject);
    // Later ones, of a socket that is gone already, say nothing new.
    connection.on('error', () => undefined);
    // What the server said before it went away is told a moment after.
    connection.once('end', () => setImmediate(broken.reject, new Error('The connection ended.')));
    end.addEventListener('abort', () => broken.reject(end.reason), { once: true });
    try {
      await Promise.race([converse(connection), broken.promise]);
      connection.quit();
    } catch (error) {
      connection.close();
      throw toFailure(error);
    }
  }

  return {
    async deliver(message, signal) {
      await hold(signal, async (connection) => {
        await greet(connection, url);
        await hand(connection, message);
      });
      return 'Handed to the mail server.';
    },
    async check(signal) {
      await hold(signal, (connection) => greet(connection, url));
      return url.username === '' ? 'it accepts the connection' : 'it accepts this user and password';
    },
  };
}

function connectionOptions(url: URL, limits: SmtpLimits) {
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const mayBePlain = isLoopbackHost(url.hostname) || url.searchParams.get('tls') === 'off';
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !mayBePlain,
    ignoreTLS: mayBePlain,
    allowInternalNetworkInterfaces: true,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    connectionTimeout: limits.connect,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.silence,
    socketCloseTimeout: 0,
    logger: false,
  };
}

type Connection = InstanceType<typeof import('nodemailer/lib/smtp-connection').default>;

async function greet(connection: Connection, url: URL): Promise<void> {
  await callback((done) => connection.connect(done));
  if (url.username === '') return;
  const credentials = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  await callback((done) => connection.login({ credentials }, done));
}

/** What the server answers to a letter may be final; what it answers before is about the connection. */
async function hand(connection: Connection, { from, to, content }: Message): Promise<void> {
  await callback((done) => connection.send({ from, to: [to] }, content, done)).catch((error: unknown) => {
    throw new LetterError(error);
  });
}

/** Went wrong while the letter itself was handed over. */
class LetterError extends Error {
  constructor(cause: unknown) {
    super('The email was not accepted.', { cause });
  }
}

function callback(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return promisify<void>((done) => start((error) => done(error ?? null)))();
}

/**
 * Only codes are told, since the words of a mail server may name people. That holds for the log as well, which gets the
 * cause: the library puts the answer of the server, with the recipient's address, into its errors and their stacks.
 */
function toFailure(error: unknown): JobFailure {
  const original = error instanceof LetterError ? error.cause : error;
  const cause = withoutWords(original);
  const answer = answerOf(original);
  if (answer === null) return new JobFailure(explain(original), { cause });
  const { code, codes } = answer;
  if (code < 500) return new JobFailure(`The mail server asked to try again later (${codes}).`, { cause });
  return error instanceof LetterError
    ? new JobFailure(`The mail server rejected the email (${codes}).`, { cause, final: true })
    : new JobFailure(`The mail server rejected the connection or the sign-in (${codes}).`, { cause });
}

/** The kind of an error, the command that met it, and what the server answered in codes: `EENVELOPE RCPT TO 550 5.1.1`. */
function withoutWords(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('unknown');
  const told = error as { code?: unknown; originalCode?: unknown; command?: unknown };
  const named = [told.code ?? error.name, told.originalCode, told.command].filter(
    (part) => typeof part === 'string' && /^[\w ]{1,40}$/.test(part),
  );
  const safe = new Error([...named, answerOf(error)?.codes].filter((part) => part !== undefined).join(' '));
  safe.name = 'SmtpError';
  return safe;
}

/** The codes of what the server answered: `550 5.1.1`. */
function answerOf(error: unknown): { code: number; codes: string } | null {
  if (!(error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'))
    return null;
  const response = 'response' in error ? String(error.response) : '';
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return {
    code: error.responseCode,
    codes: enhanced === undefined ? String(error.responseCode) : `${error.responseCode} ${enhanced}`,
  };
}

function explain(error: unknown): string {
  const { name, code, originalCode } = error as { name?: string; code?: string; originalCode?: string };
  if (code === 'ETIMEDOUT' || name === 'TimeoutError') return 'The mail server took too long.';
  if (/TLS|CERT|SIGNED|SSL/.test(`${code} ${originalCode}`))
    return 'No secure connection to the mail server could be made.';
  return 'The mail server could not be reached, or it ended the connection.';
}
