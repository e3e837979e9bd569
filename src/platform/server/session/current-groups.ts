import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Unaudited } from '../change/unaudited.ts';
import { unavailable } from '../refusal/refusal.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { claimReread, markRereadFailed, readRereadState, storeReread } from './groups-queries.ts';
import { type GroupsSource, ProviderUnreachable, type Reread } from './groups-source.ts';
import type { Lifetimes } from './lifetimes.ts';
import { expireSession } from './session-queries.ts';

export interface RereadServices {
  unaudited: Unaudited;
  secrets: Secrets;
  log: FastifyBaseLogger;
  times: Lifetimes;
  sourceOf(provider: string): GroupsSource | undefined;
}

/** What is stored for a provider between two rereads: refresh tokens, so it is encrypted. */
export const statePurpose = 'provider state';
/** How often a request checks whether another instance has the groups by now, in milliseconds. */
const pollInterval = 100;

/** A failure that took this long was a wait for an answer, in milliseconds. */
const longWait = 4_000;

type DueSession = { id: string; provider: string };

/**
 * Asks providers again for groups that are too old: once per session at a time, even across instances, since
 * many providers accept a refresh token only once. The function returns `null` when the session is over.
 */
export function createCurrentGroups(
  services: RereadServices,
): (session: DueSession) => Promise<string[] | null> {
  const underWay = new Map<string, Promise<string[] | null>>();
  /** Until when a provider that did not answer is not asked again: otherwise everyone would keep waiting for it. */
  const silentUntil = new Map<string, number>();
  const askUnlessSilent = async (session: DueSession) => {
    const began = performance.now();
    if (began < (silentUntil.get(session.provider) ?? 0)) return lastKnown(services, session);
    return ask(services, session, () => {
      const now = performance.now();
      if (now - began > longWait) silentUntil.set(session.provider, now + services.times.retry * 1_000);
    });
  };
  return (session) => {
    const known = underWay.get(session.id);
    if (known !== undefined) return known;
    const asking = askUnlessSilent(session).finally(() => underWay.delete(session.id));
    underWay.set(session.id, asking);
    return asking;
  };
}

async function ask(
  services: RereadServices,
  session: DueSession,
  onOutage: () => void,
): Promise<string[] | null> {
  const { times, log } = services;
  const database = services.unaudited('groups re-read');
  const claim = await claimReread(database, session.id, times);
  if (claim === null) return waitForOther(services, session, onOutage);
  try {
    const said = await reread(services, session, claim);
    if (said.kind === 'over') {
      const { finding, advice } = said;
      log.info(
        { provider: session.provider, finding, advice },
        'session ended: the provider no longer vouches for it',
      );
      await expireSession(database, session.id);
      return null;
    }
    const state = seal(services.secrets, said.state);
    return (await storeReread(database, session.id, { groups: said.groups, state }))
      ? [...said.groups]
      : null;
  } catch (error) {
    const isOutage = error instanceof ProviderUnreachable;
    const state = isOutage ? seal(services.secrets, error.state ?? null) : null;
    await markRereadFailed(database, session.id, state);
    if (!isOutage) throw error;
    onOutage();
    const { finding, advice } = error;
    log.warn({ provider: session.provider, finding, advice }, 'groups could not be read again');
    return lastKnown(services, session);
  }
}

function reread(
  services: RereadServices,
  session: DueSession,
  claim: { subject: string; provider_state: string | null },
): Promise<Reread> | Reread {
  const source = services.sourceOf(session.provider);
  const state = openState(services.secrets, claim.provider_state);
  if (source?.rereadGroups === undefined || state === undefined) return { kind: 'over' };
  const { log } = services;
  return source.rereadGroups({
    subject: claim.subject,
    state,
    reader: services.unaudited('groups re-read'),
    log,
  });
}

function seal(secrets: Secrets, state: string | null): string | null {
  return state === null ? null : secrets.encrypt(statePurpose, state);
}

/** `undefined` if it was sealed with a secret that is no longer known. */
export function openState(secrets: Secrets, sealed: string | null): string | null | undefined {
  if (sealed === null) return null;
  try {
    return secrets.decrypt(statePurpose, sealed);
  } catch {
    return undefined;
  }
}

/** Another instance is asking right now, or the provider has just failed. */
async function waitForOther(
  services: RereadServices,
  session: DueSession,
  onOutage: () => void,
): Promise<string[] | null> {
  const { times } = services;
  const database = services.unaudited('groups re-read');
  for (let waited = 0; waited < times.lease * 1_000; waited += pollInterval) {
    const state = await readRereadState(database, session.id, times);
    if (state === null) return null;
    if (state.groupsAge < times.groups) return state.groups;
    if (state.justFailed) return lastKnown(services, session);
    // The one that asked is gone without a result, so we ask.
    if (!state.inProgress) return ask(services, session, onOutage);
    await pause(pollInterval);
  }
  throw unavailable(new ProviderUnreachable(session.provider), times.retry);
}

async function lastKnown(
  { unaudited, times }: RereadServices,
  session: DueSession,
): Promise<string[] | null> {
  const state = await readRereadState(unaudited('groups re-read'), session.id, times);
  if (state === null) return null;
  if (state.groupsAge <= times.unreachable) return state.groups;
  throw unavailable(new ProviderUnreachable(session.provider), times.retry);
}
