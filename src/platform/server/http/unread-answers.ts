import type { ServerResponse } from 'node:http';
import { Refusal } from '../refusal/refusal.ts';
import type { ConnectionLimits } from './limits.ts';

/** In characters. The system takes smaller responses at once, whether or not their clients read them. */
const small = 16 * 1024;

/** Responses that stay in memory because their clients don't read them; each is given up after a minute and a half. */
export interface UnreadAnswers {
  /** @throws Refusal `too-many` while one person has too much waiting */
  demandRoom(who: string): void;
  /** Counts a response until it is sent or its connection is closed. */
  count(who: string, response: ServerResponse, length: number): void;
}

/** @param most For one person; what is worked on at that moment may come on top of it */
export function createUnreadAnswers({ unread: most }: Pick<ConnectionLimits, 'unread'>): UnreadAnswers {
  const waiting = new Map<string, number>();
  const add = (who: string, length: number) => {
    const sum = (waiting.get(who) ?? 0) + length;
    if (sum > 0) waiting.set(who, sum);
    else waiting.delete(who);
  };
  return {
    demandRoom(who) {
      if ((waiting.get(who) ?? 0) < most) return;
      const detail = 'Responses to your other requests have not been read yet. Try again in a moment.';
      throw new Refusal('too-many', detail, { retryAfterSeconds: 10 });
    },
    count(who, response, length) {
      const { socket } = response.req;
      if (length < small || response.closed || socket.destroyed) return;
      add(who, length);
      const forget = () => {
        response.off('close', forget);
        socket.off('close', forget);
        add(who, -length);
      };
      response.once('close', forget);
      // A second response on a connection has no part of it yet, so it isn't notified when the connection closes.
      socket.once('close', forget);
    },
  };
}
