import { type Change, Client, type Control, type Entry, type Filter } from 'ldapts';
import type { LdapServer } from '../settings/ldap-server.ts';
import { bindFailure, changeFailure, LdapFailure } from './ldap-failure.ts';
import { openSocket } from './open-socket.ts';
import { inPlace } from './places.ts';

/** What one use of a server may take. */
export interface Limits {
  /** To wait for the connections of others, for the connection, and again for each request. */
  seconds: number;
  /** For everything that the server sends. */
  bytes: number;
}

/** Enough for a sign-in: one person with a photo, and their groups. */
export const limitsOfSignIn: Limits = { seconds: 5, bytes: 4 * 1024 * 1024 };

export interface Search {
  base: string;
  scope?: 'base' | 'sub';
  filter: Filter;
  attributes: string[];
  /** Attributes that are bytes, not text, as the server spells them. */
  binary?: string[];
  /** The server stops after this many; without it, all entries are read page by page. */
  most?: number;
  /** Entries per page, if each one may be large. */
  pageSize?: number;
}

/** A connection on which the service account is bound. */
export interface LdapSession {
  /** @throws LdapFailure */
  search(search: Search): Promise<Entry[]>;
  /** The same, page by page, for more entries than should be in memory at once. @throws LdapFailure */
  pages(search: Search): AsyncGenerator<Entry[]>;
  /**
   * Proves a password. The connection belongs to that person afterward, so this comes last.
   * @throws RefusedBind about the account, LdapFailure about the server
   */
  bind(dn: string, password: string, controls?: Control[]): Promise<void>;
  /** @throws RefusedChange about the values, LdapFailure about the server */
  modify(dn: string, changes: Change[], controls?: Control[]): Promise<void>;
  /**
   * Sets a password (RFC 3062).
   * @param old Needed by some servers when people change their own.
   * @throws RefusedChange about the password, LdapFailure about the server
   */
  setPassword(dn: string, passwords: { old?: string; fresh: string }, controls?: Control[]): Promise<void>;
}

/** Active Directory sends at most 1,000 at a time. */
const usualPageSize = 500;

/**
 * Which server answered after others had not, and since when, in milliseconds. One that drops packets takes seconds each
 * time it is tried, so the one that answered goes first for a while.
 */
const answered = new WeakMap<LdapServer, { url: string; since: number }>();
const answersFor = 60_000;

/**
 * Each address of a server alone, for a check: one that doesn't work is otherwise noticed once the others are down.
 * @returns What to add to the server's name, too; '' if it has only one
 */
export function oneByOne<Url extends string>(urls: readonly Url[]): { urls: [Url]; at: string }[] {
  return urls.map((url) => ({ urls: [url], at: urls.length > 1 ? `, ${url}` : '' }));
}

/**
 * Connects, binds the service account, and does the work. The next address is tried if one cannot be reached.
 * @throws LdapFailure if none can be reached, the service account is refused, or too many others are connected
 */
export function withLdap<T>(
  server: LdapServer,
  limits: Limits,
  work: (session: LdapSession) => Promise<T>,
): Promise<T> {
  return inPlace(server, limits.seconds, async () => {
    const client = await connect(server, limits);
    try {
      return await work(sessionOf(client, limits));
    } finally {
      await client.unbind().catch(() => undefined);
    }
  });
}

async function connect(server: LdapServer, limits: Limits): Promise<Client> {
  let failure = new LdapFailure('NO_ADDRESS');
  const { urls } = server;
  const known = answered.get(server);
  const first = known !== undefined && performance.now() - known.since < answersFor ? [known.url] : [];
  for (const url of new Set([...first, ...urls])) {
    try {
      const client = await openClient(url, server, limits);
      try {
        await client.bind(server.bindDn, server.bindPassword);
        if (!first.includes(url)) answered.set(server, { url, since: performance.now() });
        return client;
      } catch (error) {
        await client.unbind().catch(() => undefined);
        throw serviceFailure(error);
      }
    } catch (error) {
      failure = LdapFailure.from(error);
    }
  }
  throw failure;
}

/** The library gets a connection that is already open, and cannot open another one. */
async function openClient(url: string, server: LdapServer, limits: Limits): Promise<Client> {
  const socket = await openSocket(url, server, limits.seconds);
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > limits.bytes) socket.destroy(new LdapFailure('TOO_LARGE'));
  });
  const milliseconds = limits.seconds * 1_000;
  return new Client({
    // Only read for its format: the connection is the one above.
    url: 'ldap://connected',
    timeout: milliseconds,
    connectTimeout: milliseconds,
    createConnection: (() => socket) as unknown as typeof import('node:net').connect,
  });
}

function serviceFailure(error: unknown): LdapFailure {
  const failure = bindFailure(error);
  if (failure instanceof LdapFailure) return failure;
  const advice =
    'The directory server refused the service account. Check bindDn, and whether its password is right and has not expired.';
  return new LdapFailure(`SERVICE_ACCOUNT_${failure.result}`, { result: failure.result, advice });
}

function sessionOf(client: Client, limits: Limits): LdapSession {
  const optionsOf = ({ scope, filter, attributes, binary, most, pageSize = usualPageSize }: Search) => ({
    scope: scope ?? ('sub' as const),
    filter,
    attributes,
    explicitBufferAttributes: binary ?? [],
    timeLimit: limits.seconds,
    ...(most === undefined ? { paged: { pageSize } } : { sizeLimit: most }),
  });
  return {
    async search(search) {
      try {
        return (await client.search(search.base, optionsOf(search))).searchEntries;
      } catch (error) {
        throw LdapFailure.from(error);
      }
    },
    async *pages(search) {
      try {
        for await (const page of client.searchPaginated(search.base, optionsOf(search)))
          yield page.searchEntries;
      } catch (error) {
        throw LdapFailure.from(error);
      }
    },
    async bind(dn, password, controls) {
      try {
        await client.bind(dn, password, controls);
      } catch (error) {
        throw bindFailure(error);
      }
    },
    async modify(dn, changes, controls) {
      try {
        await client.modify(dn, changes, controls);
      } catch (error) {
        throw changeFailure(error);
      }
    },
    async setPassword(dn, { old, fresh }, controls) {
      const fields = [
        ...field(0x80, dn),
        ...(old === undefined ? [] : field(0x81, old)),
        ...field(0x82, fresh),
      ];
      try {
        await client.exop(passwordModify, Buffer.from([...field(0x30, Buffer.from(fields))]), controls);
      } catch (error) {
        throw changeFailure(error);
      }
    },
  };
}

/** LDAP Password Modify Extended Operation (RFC 3062). */
const passwordModify = '1.3.6.1.4.1.4203.1.11.1';

/** One field in BER: tag, length in the long form of two bytes, content. */
function field(tag: number, content: string | Buffer): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return Buffer.from([tag, 0x82, bytes.length >> 8, bytes.length & 0xff, ...bytes]);
}
