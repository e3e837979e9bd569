import { isIP } from 'node:net';
import { JobFailure } from '../jobs/job-failure.ts';
import { connectionAdvice } from '../outside/connection-advice.ts';
import { isLoopbackHost } from '../settings/environment.ts';
import { EmailDeferred } from './email-deferred.ts';
import { EmailTooLarge } from './email-too-large.ts';
import type { MailTransport } from './mail.ts';

/** Limits of a connection in milliseconds. */
export interface SmtpLimits {
  connect: number;
  greeting: number;
  /** Without a word from the server. */
  silence: number;
  whole: number;
}

const defaultLimits: SmtpLimits = { connect: 10_000, greeting: 10_000, silence: 30_000, whole: 90_000 };

/** Few: a college sends hundreds of emails an hour at most, and mail servers limit connections. */
export const mostConnections = 3;

/**
 * Hands emails to a mail server over connections that are kept for a while. An email is given up when it takes too long
 * or the job is stopped; the queue tries again.
 */
export async function createSmtpTransport(
  url: URL,
  limits: SmtpLimits = defaultLimits,
): Promise<MailTransport> {
  // Only colleges with a mail server load it, and at the start: an upgrade may replace the packages of a running portal.
  const { createTransport } = await import('nodemailer');
  const options = connectionOptions(url, limits);
  // Sent once: what a server may have accepted before it hung up is for the queue to send again, minutes later.
  const openPool = () =>
    createTransport({ ...options, pool: true, maxConnections: mostConnections, maxRequeues: 0 });
  let pool = openPool();

  /** A server that drips its answer to RSET, which follows each rejection, keeps a connection: the library ends it only for silence. */
  function replace(old: typeof pool): void {
    if (pool !== old) return;
    pool = openPool();
    // What it still delivers has a limit of its own.
    setTimeout(() => old.close({ force: true }), limits.whole).unref();
  }

  return {
    async deliver({ from, to, content }, signal) {
      const late = AbortSignal.timeout(limits.whole);
      const end = AbortSignal.any([signal, late]);
      const used = pool;
      try {
        await used.sendMail({ envelope: { from, to: [to] }, raw: content, signal: end });
      } catch (error) {
        if (late.aborted) replace(used);
        throw toFailure(end.aborted ? end.reason : error);
      }
      return 'Handed to the mail server.';
    },
    async check(signal) {
      const end = AbortSignal.any([signal, AbortSignal.timeout(limits.whole)]);
      const ended = Promise.withResolvers<never>();
      end.addEventListener('abort', () => ended.reject(end.reason), { once: true });
      try {
        await Promise.race([createTransport(options).verify(), ended.promise]);
      } catch (error) {
        throw toFailure(error);
      }
      return url.username === '' ? 'it accepts the connection' : 'it accepts this user and password';
    },
    close: () => pool.close(),
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
    socketCloseTimeout: 1,
    logger: false as const,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}

/**
 * Only codes are reported, since a mail server's texts may name people. That includes the log, which gets the
 * cause: the library puts the response, with the recipient's address, into its errors and their stacks.
 */
function toFailure(error: unknown): JobFailure {
  const cause = withoutWords(error);
  const answer = responseOf(error);
  // Without STARTTLS, its answer to that says less than the code of the library.
  const isPlain = (error as { code?: unknown }).code === 'ETLS';
  if (answer === null || isPlain) return new JobFailure(explain(error), { cause });
  const { code, codes } = answer;
  const isOnlyThis = isAboutTheEmail(error, answer);
  if (code < 500) {
    const reason = `The mail server asked to try again later (${codes}).`;
    return isOnlyThis ? new EmailDeferred(reason, { cause }) : new JobFailure(reason, { cause });
  }
  if (!isOnlyThis)
    return new JobFailure(`The mail server rejected the connection, the sign-in, or the sender (${codes}).`, {
      cause,
    });
  // Postfix answers here, too, when its rules are against the sender or the portal, so the next email may meet the same.
  if (isByRule(error, codes))
    return new EmailDeferred(`The mail server rejected the email by one of its rules (${codes}).`, { cause });
  return isAboutTheSize(codes)
    ? new EmailTooLarge(`The email is too large for the mail server (${codes}).`, { cause })
    : new JobFailure(`The mail server rejected the email (${codes}).`, { cause, final: true });
}

/** By RFC 1870 a bare 552, and by RFC 3463 5.2.3 and 5.3.4; 552 5.2.2 is a mailbox that is full, and others are not about size. */
function isAboutTheSize(codes: string): boolean {
  return codes === '552' || / 5\.(2\.3|3\.4)$/.test(codes);
}

/**
 * Only what the server says to one email may be final. The connection, the sign-in, and the sender are the same for all:
 * MAIL names only the sender and the size. 421 ends the connection (RFC 5321, 3.8), 530 asks for a sign-in (RFC 4954, 6),
 * and X.1.7 and X.1.8 reject the sender (RFC 3463), whatever they respond to.
 */
function isAboutTheEmail(error: unknown, { code, codes }: Answer): boolean {
  const { command = '' } = error as { command?: string };
  if (code === 421 || code === 530 || / [45]\.1\.[78]$/.test(codes)) return false;
  return /^(RCPT|DATA|API)/.test(command) || (command.startsWith('MAIL') && isAboutTheSize(codes));
}

/** X.7.X in response to a recipient (RFC 3463). */
function isByRule(error: unknown, codes: string): boolean {
  return / 5\.7\.\d+$/.test(codes) && /^RCPT/.test((error as { command?: string }).command ?? '');
}

/** The kind of an error, the command that met it, and what the server answered in codes: `EENVELOPE RCPT TO 550 5.1.1`. */
function withoutWords(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('unknown');
  const details = error as { code?: unknown; originalCode?: unknown; command?: unknown };
  const named = [details.code ?? error.name, details.originalCode, details.command].filter(
    (part) => typeof part === 'string' && /^[\w ]{1,40}$/.test(part),
  );
  const safe = new Error([...named, responseOf(error)?.codes].filter((part) => part !== undefined).join(' '));
  safe.name = 'SmtpError';
  return safe;
}

interface Answer {
  code: number;
  /** `550 5.1.1` */
  codes: string;
}

/** The codes of the server's response. */
function responseOf(error: unknown): Answer | null {
  if (!(error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'))
    return null;
  const response = 'response' in error ? String(error.response) : '';
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return {
    code: error.responseCode,
    codes: enhanced === undefined ? String(error.responseCode) : `${error.responseCode} ${enhanced}`,
  };
}

const named = {
  what: 'mail server',
  setting: 'QUAD_SMTP_URL',
  authority: 'in NODE_EXTRA_CA_CERTS',
  ports: '465 with smtps://, and 587 with smtp://',
};

function explain(error: unknown): string {
  const { name, code, originalCode } = error as { name?: string; code?: string; originalCode?: string };
  if (name === 'TimeoutError') return 'The mail server took too long.';
  // The library's own code for a connection that ends.
  const known = code === 'ECONNECTION' ? 'ECONNRESET' : String(originalCode ?? code);
  return (
    connectionAdvice(known, named) ?? 'The mail server could not be reached, or it ended the connection.'
  );
}
