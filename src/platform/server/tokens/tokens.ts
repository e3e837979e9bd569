import type { Permission } from '../../contract/access.ts';
import type { TokenActor } from '../actor/actor.ts';
import type { Unaudited } from '../change/unaudited.ts';
import type { Reader } from '../db/database.ts';
import { networkSet, throttleUnit } from '../network/client-address.ts';
import { Refusal } from '../refusal/refusal.ts';
import { hashToken, newToken } from '../secrets/secrets.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { findToken, type TokenRow, touchToken } from './token-queries.ts';

export interface Tokens {
  /**
   * Whose token this is.
   * @throws Refusal `token-unknown`, `token-expired`, `token-revoked` (401), `token-address` (403) or
   *   `too-many-tokens` (429)
   */
  authenticate(secret: string, clientAddress: string): Promise<TokenActor>;
}

interface TokenServices {
  reader: Reader;
  unaudited: Unaudited;
  throttle: Throttle;
  /** What this release lets a token do: a permission from an earlier one counts for nothing. */
  permissions: ReadonlySet<Permission>;
}

/** Scanners of public code recognize the secret by its prefix. */
const beginning = 'quad_';
const pattern = /^quad_[\w-]{43}$/;

/** A new secret of 256 random bits. */
export function newTokenSecret(): string {
  return `${beginning}${newToken()}`;
}

/**
 * Only wrong tokens count, and a right one is never refused because of them, since a college's programs share
 * addresses. Guessing is hopeless at 256 bits, so this only spares the database and the log.
 */
export const wrongTokens = { limit: 60, windowSeconds: 600 } as const;

export function createTokens(services: TokenServices): Tokens {
  const { reader, unaudited } = services;
  return {
    async authenticate(secret, clientAddress) {
      const row = pattern.test(secret) ? await findToken(reader, hashToken(secret)) : undefined;
      if (row === undefined) throw await refuseUnknown(services, clientAddress);
      assertUsable(row, clientAddress);
      if (row.touchDue) await touchToken(unaudited('token touch'), row.id, clientAddress);
      return toActor(row, services.permissions);
    },
  };
}

async function refuseUnknown({ throttle }: TokenServices, clientAddress: string): Promise<Refusal> {
  const { allowed, retryAfterSeconds } = await throttle.take(
    `wrong token:${throttleUnit(clientAddress)}`,
    wrongTokens,
  );
  if (allowed) {
    const detail = "This service token doesn't exist. Check that it was copied in full.";
    return new Refusal('signed-out', detail, { reason: 'token-unknown' });
  }
  const detail = 'Too many wrong service tokens came from your network. Wait a few minutes and try again.';
  return new Refusal('too-many', detail, { reason: 'too-many-tokens', retryAfterSeconds });
}

function assertUsable({ revoked, expired, networks }: TokenRow, clientAddress: string): void {
  if (revoked) {
    throw new Refusal('signed-out', 'This service token was revoked.', { reason: 'token-revoked' });
  }
  if (expired) {
    const detail = 'This service token has expired. Ask IT for a new one.';
    throw new Refusal('signed-out', detail, { reason: 'token-expired' });
  }
  if (networks.length > 0 && !networkSet(networks).contains(clientAddress)) {
    const detail = `This service token can't be used from ${clientAddress}.`;
    throw new Refusal('forbidden', detail, { reason: 'token-address' });
  }
}

function toActor(row: TokenRow, declared: ReadonlySet<Permission>): TokenActor {
  const { id, name, path_prefix: pathPrefix, groups, everyone } = row;
  return {
    kind: 'token',
    id,
    name,
    permissions: new Set(row.permissions.filter((permission) => declared.has(permission))),
    files: pathPrefix === null ? null : { pathPrefix, groups, everyone },
  };
}
