import type { SessionShape } from '../../contract/sign-in.ts';
import { describeDevice } from './device.ts';
import type { SessionEntry } from './sessions.ts';

/** A session as it is sent. @param currentId The session that asks; nobody else's is ever `current`. */
export function presentSession(entry: SessionEntry, currentId: string | null): SessionShape {
  return {
    id: entry.id,
    device: describeDevice(entry.userAgent),
    clientAddress: entry.clientAddress,
    provider: entry.provider,
    createdAt: entry.createdAt.toISOString(),
    lastSeenAt: entry.lastSeenAt.toISOString(),
    endsAt: entry.endsAt.toISOString(),
    current: entry.id === currentId,
  };
}
