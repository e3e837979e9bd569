import type { FastifyBaseLogger } from 'fastify';
import { refusalOf } from '../../../../../platform/server/refusal/declared-refusal.ts';
import { readWifiKey } from '../../../contract.ts';
import type { KeptKey, KeyAuthority } from '../key-authority.ts';
import { createXiqClient, type EndUser, type XiqSettings } from './xiq-client.ts';

/** A reference is the id and the user name: there is no documented way to read a user by id. */
const referenceOf = ({ id, user_name }: EndUser) => `${id} ${user_name}`;

/**
 * Keys of ExtremeCloud IQ: end users of one group, each with a private pre-shared key. The group's rules make the key
 * and say when it expires; the controller keeps it, and we ask for it each time.
 */
export function createXiqAuthority(settings: XiqSettings, log: FastifyBaseLogger): KeyAuthority {
  const client = createXiqClient(settings, log);
  return {
    async read(key) {
      const [id, userName] = partsOf(key);
      if (id === undefined || userName === undefined) return null;
      const user = (await client.find(userName)).find((one) => one.id === id);
      return user?.password ?? null;
    },
    // Two requests at once may create two users: the one whose row comes second deletes its user.
    async create({ userName, name, email }) {
      const working: EndUser[] = [];
      for (const user of await client.find(userName)) {
        if (isOver(user) || !user.password) await client.remove(user.id);
        else working.push(user);
      }
      const [known] = working;
      const user = known ?? (await client.create({ userName, name, email }));
      if (!user.password) throw refusalOf(readWifiKey, 'controller-down');
      return {
        password: user.password,
        isNew: known === undefined,
        sealed: null,
        reference: referenceOf(user),
        expiresAt: expiryOf(user),
      };
    },
    async remove(key) {
      const [id] = partsOf(key);
      if (id !== undefined) await client.remove(id);
    },
    changed: async () => undefined,
  };
}

function partsOf({ reference }: KeptKey): [id?: string, userName?: string] {
  if (reference === null) return [];
  const at = reference.indexOf(' ');
  return [reference.slice(0, at), reference.slice(at + 1)];
}

/** The unit of `expired_time` is not documented: small numbers are seconds, large ones milliseconds, none and 0 never. */
function expiryOf({ expired_time }: EndUser): Date | null {
  const time = Number(expired_time ?? 0);
  if (!Number.isFinite(time) || time <= 0) return null;
  return new Date(time < 1e11 ? time * 1_000 : time);
}

function isOver(user: EndUser): boolean {
  const expiry = expiryOf(user);
  return expiry !== null && expiry.getTime() <= Date.now();
}
