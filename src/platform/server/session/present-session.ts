import type { NothingLeft } from '../../contract/nothing-left.ts';
import type { SessionShape } from '../../contract/sign-in.ts';
import { describeDevice } from './device.ts';
import type { SessionEntry } from './sessions.ts';

/** A session as it is sent. @param currentId The session that asks; no other one is ever `current`. */
export function presentSession(entry: SessionEntry, currentId: string): SessionShape {
  const { id, userAgent, clientAddress, provider, createdAt, lastSeenAt, endsAt, ...rest } = entry;
  rest satisfies NothingLeft;
  return {
    id,
    device: describeDevice(userAgent),
    clientAddress,
    provider,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    endsAt: endsAt.toISOString(),
    current: id === currentId,
  };
}
