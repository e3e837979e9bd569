import type { ImapFlow } from 'imapflow';
import { JobFailure } from '../../../../platform/server/jobs/job-failure.ts';
import { connectionAdvice } from '../../../../platform/server/outside/connection-advice.ts';
import { isLoopbackHost } from '../../../../platform/server/settings/environment.ts';
import { mostRead } from './read-email.ts';

/** How far a mailbox was read. */
export interface Position {
  /** A mailbox that was re-created renumbers its emails. */
  uidValidity: number;
  lastUid: number;
}

export interface Mailbox {
  /** Distinguishes it from other mailboxes, even if its password or port changes: its user and host. */
  readonly name: string;
  /** Where it ends now: what is already in it does not concern the portal. */
  end(signal: AbortSignal): Promise<Position>;
  /**
   * Hands over what arrived since, one after another.
   * @param take Gets the beginning of an email, `null` if it is gone or can't be read, and its place @returns Whether
   * it left one in the inbox, unread, since the mailbox fails on it each time @throws JobFailure if the mailbox cannot
   * be reached, or, after all were handed over, if it keeps some in the inbox
   */
  poll(
    from: Position & { since: Date },
    take: (raw: Buffer | null, at: Position) => Promise<Taken>,
    signal: AbortSignal,
  ): Promise<boolean>;
}

export interface Taken {
  /** Whether the email stays in the inbox. */
  stays: boolean;
  /** Saves the place, once the email is where it belongs: if the connection ends before, the email comes again. */
  done(): Promise<void>;
}

const aside = 'Not matched';
const notMoved = `The mailbox does not let Quad move emails to the folder "${aside}", so they stay in the inbox. Create that folder, and let Quad's account write to it.`;
/** How many times the mailbox may fail on an email before Quad leaves it where it is. */
const mostFailures = 5;
/** The next run continues beyond it. */
const mostAtOnce = 200;
/** How many numbers are looked up together. The whole list of a flooded mailbox would take ten seconds of each minute. */
const numbersAtOnce = 1_000;
/** Milliseconds, and bytes of a response, since the library would accept gigabytes. */
const limits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
  maxLineLength: 64 * 1024,
  maxLiteralSize: mostRead,
  maxResponseSize: mostRead + 64 * 1024,
};

/** The inbox at `imaps://user:password@host:993`. */
export function createImapMailbox(address: string): Mailbox {
  const url = new URL(address);
  /** On which email the mailbox failed last, and how many times in a row. */
  let failed = { uid: 0, times: 0 };
  async function counted<T>(uid: number, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      failed = { uid, times: failed.uid === uid ? failed.times + 1 : 1 };
      throw error;
    }
  }
  async function connected<T>(
    signal: AbortSignal,
    { readOnly }: { readOnly: boolean },
    work: (client: ImapFlow) => Promise<T>,
  ): Promise<T> {
    const { ImapFlow } = await import('imapflow');
    const client = new ImapFlow({ ...connectionOf(url), ...limits, logger: false, disableAutoIdle: true });
    const close = () => client.close();
    client.on('error', () => undefined);
    signal.addEventListener('abort', close, { once: true });
    try {
      await client.connect();
      const lock = await client.getMailboxLock('INBOX', { readOnly });
      try {
        return await work(client);
      } finally {
        lock.release();
      }
    } catch (error) {
      throw error instanceof NotTaken ? error.cause : toFailure(error);
    } finally {
      signal.removeEventListener('abort', close);
      await client.logout().catch(close);
    }
  }
  return {
    name: nameOf(url),
    end: (signal) => connected(signal, { readOnly: true }, async (client) => endOf(client)),
    poll: (from, take, signal) =>
      connected(signal, { readOnly: false }, async (client) => {
        const { uidValidity, lastUid } = endOf(client);
        const isRenumbered = uidValidity !== from.uidValidity;
        const first = isRenumbered ? 1 : from.lastUid + 1;
        const query = { uid: true, internalDate: true } as const;
        const fresh: number[] = [];
        for (let start = first; start <= lastUid && fresh.length < mostAtOnce; start += numbersAtOnce) {
          const numbers = `${start}:${start + numbersAtOnce - 1}`;
          for await (const { uid, internalDate } of client.fetch(numbers, query, { uid: true })) {
            // Numbers show what is new; dates only if it was renumbered.
            if (!isRenumbered || isSince(internalDate, from.since)) fresh.push(uid);
          }
        }
        fresh.sort((a, b) => a - b);
        let kept = 0;
        let leftThere = false;
        for (const uid of fresh.slice(0, mostAtOnce)) {
          signal.throwIfAborted();
          const isHopeless = failed.uid === uid && failed.times >= mostFailures;
          const raw = isHopeless ? null : await counted(uid, beginningOf(client, uid));
          const at = { uidValidity, lastUid: uid };
          const taken = await orNotTaken(take(raw, at));
          if (isHopeless) {
            leftThere = true;
            failed = { uid: 0, times: 0 };
          } else if (taken.stays) await client.messageFlagsAdd(`${uid}`, ['\\Seen'], { uid: true });
          else if (!(await counted(uid, setAside(client, uid)))) kept += 1;
          await orNotTaken(taken.done());
        }
        if (kept > 0 && !leftThere) throw new JobFailure(notMoved);
        return leftThere;
      }),
  };
}

/** What went wrong is not about the mailbox. */
class NotTaken extends Error {}

function orNotTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new NotTaken('An email was not accepted.', { cause });
  });
}

/** Mailboxes know whole seconds. */
function isSince(date: Date | string | undefined, since: Date): boolean {
  return date === undefined || new Date(date).getTime() >= Math.floor(since.getTime() / 1_000) * 1_000;
}

function endOf({ mailbox }: ImapFlow): Position {
  if (mailbox === false) throw new JobFailure('The mailbox has no inbox.');
  return { uidValidity: Number(mailbox.uidValidity), lastUid: mailbox.uidNext - 1 };
}

/** @returns `null` if it is gone */
async function beginningOf(client: ImapFlow, uid: number): Promise<Buffer | null> {
  let beginning: Buffer | null = null;
  const part = { source: { start: 0, maxLength: mostRead } };
  // Not `fetchOne`, which keeps whatever else the server sends.
  for await (const { source } of client.fetch(`${uid}`, part, { uid: true })) beginning ??= source ?? null;
  return beginning;
}

/** @returns `false` if the server refuses to: the email stays unread in the inbox, and holds up no other */
async function setAside(client: ImapFlow, uid: number): Promise<boolean> {
  const move = async () => {
    const moved = await client.messageMove(`${uid}`, aside, { uid: true }).catch(() => false as const);
    return typeof moved === 'object';
  };
  if (await move()) return true;
  await client.mailboxCreate(aside).catch(() => undefined);
  if (await move()) return true;
  if (!client.usable) throw new Error('The connection ended.');
  return false;
}

function connectionOf(url: URL) {
  const secure = url.protocol === 'imaps:';
  const mayBePlain = isLoopbackHost(url.hostname) || url.searchParams.get('tls') === 'off';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 993 : 143) : Number(url.port),
    secure,
    ...(secure ? {} : { doSTARTTLS: !mayBePlain }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
  };
}

function nameOf(url: URL): string {
  const { host, auth } = connectionOf(url);
  return `${auth.user}@${host.toLowerCase()}`;
}

const named = {
  what: 'mailbox server',
  setting: 'QUAD_IMAP_URL',
  authority: 'in NODE_EXTRA_CA_CERTS',
  ports: '993 with imaps://, and 143 with imap://',
};

/** The library's own codes before the mailbox lets us in, and what the system would say. */
const ownCodes: Readonly<Record<string, string>> = {
  CONNECT_TIMEOUT: 'ETIMEDOUT',
  GREETING_TIMEOUT: 'ETIMEDOUT',
  UPGRADE_TIMEOUT: 'ETIMEDOUT',
  ETIMEOUT: 'ETIMEDOUT',
  ClosedAfterConnectText: 'ECONNRESET',
  ClosedAfterConnectTLS: 'ECONNRESET',
};

/** Without the server's words, which may name people. */
function toFailure(error: unknown): unknown {
  if (error instanceof JobFailure) return error;
  const { authenticationFailed, tlsFailed, code: written } = error as Partial<Record<string, unknown>>;
  const code = typeof written === 'string' ? written : tlsFailed === true ? 'ETLS' : 'error';
  const cause = new Error(`IMAP ${code}`);
  if (authenticationFailed === true)
    return new JobFailure('The mailbox rejected the user name or the password.', { cause });
  const reason =
    connectionAdvice(ownCodes[code] ?? code, named) ??
    'The mailbox could not be reached, or it ended the connection.';
  return new JobFailure(reason, { cause });
}
