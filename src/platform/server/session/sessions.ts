import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { AccessMap } from '../access/access-map.ts';
import type { PersonActor } from '../actor/actor.ts';
import type { AuditEntry, Origin } from '../change/audit.ts';
import type { ChangeService, UnitOfWork } from '../change/change.ts';
import type { Unaudited } from '../change/unaudited.ts';
import { byPermission } from '../change/verdict.ts';
import type { Reader } from '../db/database.ts';
import { signedOut } from '../refusal/refusal.ts';
import { hashToken, newToken, type Secrets } from '../secrets/secrets.ts';
import { createCurrentGroups, openState, statePurpose } from './current-groups.ts';
import type { GroupsSource } from './groups-source.ts';
import { defaultLifetimes, type Lifetimes } from './lifetimes.ts';
import { namedPerson } from './named-person.ts';
import {
  deleteBeyond,
  endSessions,
  expireSession,
  expireSessions,
  findByToken,
  holdSessions,
  insertSession,
  listSessions,
  replaceSession,
  type SessionChoice,
  type SessionEntry,
  type SessionRow,
  touchSession,
  wasEnded,
} from './session-queries.ts';
import { createSessionReads } from './session-reads.ts';

export type { SessionEntry } from './session-queries.ts';

/**
 * Of one person: far more than anyone has browsers. Ending all of them has to stay a matter of a moment, so that someone who
 * signs in again and again with a stolen password can still be blocked.
 */
const mostSessions = 500;

/** Name of the cookie, before the prefix that https adds. */
export const sessionCookie = 'quad-session';

export interface NewSession {
  personId: string;
  provider: string;
  subject: string;
  /** What the provider needs when it is asked again; stored encrypted. */
  state: string | null;
  /** What the provider can end it by without the browser. */
  providerKeys?: readonly string[];
  /** The cookie that the browser sent: its session ends, so that no planted id survives a sign-in. */
  previousToken: string | undefined;
  userAgent: string;
  clientAddress: string;
}

export interface Sessions {
  /**
   * Returns the person of a cookie.
   * @throws Refusal `unavailable` if groups are too old and the provider cannot be reached.
   */
  authenticate(token: string): Promise<PersonActor | null>;
  /**
   * Starts a session under a new id. Of someone who has very many, the ones that were not used for the longest time end.
   * @returns The token for the cookie, or `null` for a person who is blocked.
   */
  start(unit: UnitOfWork, session: NewSession): Promise<string | null>;
  /** Whether someone ended a cookie's session: by a logout, here or at the provider, or from elsewhere. */
  wasEnded(token: string): Promise<boolean>;
  /** Ends the session of a cookie, whatever its state. @returns What a logout at the provider needs. */
  end(token: string, from: Omit<Origin, 'actor'>): Promise<{ provider: string; state: string | null } | null>;
  /** Ends the sessions that a provider named by one of its keys. */
  endByProvider(provider: string, keys: readonly string[], from: Omit<Origin, 'actor'>): Promise<void>;
  /** The live sessions of a person, last used first. */
  listOf(personId: string): Promise<SessionEntry[]>;
  /** Ends one session of this person. @returns False when there is none with this id. */
  endById(unit: UnitOfWork, personId: string, sessionId: string): Promise<boolean>;
  /** Ends all sessions of a person, except perhaps one. @returns The number ended. */
  endAllOf(unit: UnitOfWork, personId: string, options?: { except: string }): Promise<number>;
  /** Ends all sessions of a person except this one. @throws Refusal if it has ended, too. @returns The number ended. */
  endAllBut(unit: UnitOfWork, personId: string, sessionId: string): Promise<number>;
  /** Records which sessions have expired, and forgets what ended long ago. @returns The number recorded. */
  expire(): Promise<number>;
}

export interface SessionServices {
  reader: Reader;
  unaudited: Unaudited;
  change: ChangeService;
  secrets: Secrets;
  providers: { find(name: string): GroupsSource | undefined };
  settings: { accessMap: AccessMap; environment: { groupsSeconds: number } };
  log: FastifyBaseLogger;
}

const columns = { id: 'left out', person_id: 'plain', provider: 'plain' } as const;

interface AuditedSession {
  id: string;
  person_id: string;
  provider: string;
}

function sessionEntry(action: string, row: AuditedSession): AuditEntry<AuditedSession> {
  const ended = action === 'session.end';
  const subject = { type: 'session', id: row.id, columns };
  return { action, subject, [ended ? 'before' : 'after']: row, about: { personId: row.person_id } };
}

export function createSessions(services: SessionServices): Sessions {
  const { reader, unaudited, secrets, providers, settings } = services;
  const times: Lifetimes = { ...defaultLifetimes, groups: settings.environment.groupsSeconds };
  const readSession = createSessionReads(reader, times);
  const currentGroups = createCurrentGroups({ ...services, times, sourceOf: providers.find });

  const recordEnds = (unit: UnitOfWork, ended: readonly AuditedSession[]) => {
    for (const row of ended) unit.record(sessionEntry('session.end', row));
    return ended.length;
  };
  const endWhere = async (unit: UnitOfWork, which: SessionChoice) =>
    recordEnds(unit, await endSessions(unit.transaction, which));

  return {
    async authenticate(token) {
      if (!/^[\w-]{43}$/.test(token)) return null;
      const row = await readSession(hashToken(token));
      // A provider that was removed from the configuration vouches for no one, least of all the demo.
      if (row === null || providers.find(row.provider) === undefined) return null;
      if (row.expired) {
        await expireSession(unaudited('expired rows'), row.id);
        return null;
      }
      if (row.touchDue) await touchSession(unaudited('session touch'), row.id, times);
      const groups = row.groupsAge < times.groups ? row.groups : await currentGroups(row);
      if (groups === null) return null;
      const all =
        row.accessGroups.length === 0 ? groups : [...new Set([...groups, ...row.accessGroups])].toSorted();
      return toActor(row, all, settings.accessMap);
    },
    async start(unit, session) {
      const { personId, state, previousToken } = session;
      if (previousToken !== undefined)
        recordEnds(unit, await replaceSession(unit.transaction, hashToken(previousToken)));
      const token = newToken();
      const row = { id: uuid(), person_id: personId, provider: session.provider };
      const sealed = state === null ? null : secrets.encrypt(statePurpose, state);
      const before = await insertSession(
        unit.transaction,
        {
          ...row,
          subject: session.subject,
          token_hash: hashToken(token),
          provider_state: sealed,
          provider_keys: [...(session.providerKeys ?? [])],
          user_agent: session.userAgent,
          client_address: session.clientAddress,
        },
        times,
      );
      if (before === null) return null;
      if (before >= mostSessions)
        recordEnds(unit, await deleteBeyond(unit.transaction, personId, mostSessions));
      unit.record(sessionEntry('session.start', row));
      return token;
    },
    wasEnded: (token) => wasEnded(reader, hashToken(token)),
    async end(token, from) {
      const tokenHash = hashToken(token);
      const found = await findByToken(reader, tokenHash);
      if (found === undefined) return null;
      const { id, provider, provider_state } = found;
      const actor = namedPerson({ id: found.person_id, name: found.name, provider, sessionId: id });
      await services.change.changeAs({ ...from, actor })(async (unit) => {
        unit.demand(byPermission);
        unit.record(sessionEntry('session.end', found));
        await endSessions(unit.transaction, { tokenHash });
      });
      return { provider, state: openState(secrets, provider_state) ?? null };
    },
    endByProvider: async (provider, providerKeys, from) => {
      const actor = { kind: 'system', name: `provider ${provider}` } as const;
      await services.change.changeAs({ ...from, actor })(async (unit) => {
        unit.demand(byPermission);
        const ended = await endWhere(unit, { provider, providerKeys });
        // Even for a request that finds none: those that it is about may have expired or been ended here.
        const subject = { type: 'provider', id: provider, columns: { ended: 'plain' } } as const;
        unit.record({ action: 'provider.end-sessions', subject, after: { ended } });
      });
    },
    listOf: (personId) => listSessions(reader, personId, times),
    endById: async (unit, personId, sessionId) => (await endWhere(unit, { id: sessionId, personId })) > 0,
    endAllOf: (unit, personId, options) => endWhere(unit, { personId, ...options }),
    async endAllBut(unit, personId, sessionId) {
      const held = await holdSessions(unit.transaction, personId);
      if (!held.includes(sessionId)) throw signedOut();
      return endWhere(unit, { personId, except: sessionId });
    },
    expire: () => expireSessions(unaudited('expired rows'), times),
  };
}

function toActor(row: SessionRow, groups: readonly string[], accessMap: AccessMap): PersonActor {
  const { id, personId, name, givenName, familyName, email, hasPhoto, provider } = row;
  return {
    kind: 'person',
    id: personId,
    name,
    givenName,
    familyName,
    email,
    groups,
    permissions: accessMap.permissionsOf(groups),
    hasPhoto,
    sessionId: id,
    provider,
  };
}
