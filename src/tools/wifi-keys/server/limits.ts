import type { Refusal } from '../../../platform/server/refusal/refusal.ts';
import type { Throttle } from '../../../platform/server/throttle/throttle.ts';

/** Enough for anyone who tries things out; a page that makes keys in a loop soon stops. */
const making = { limit: 20, windowSeconds: 3_600 };
const counterOf = ({ id }: { id: string }) => `wifi-key:${id}`;

/** @throws what `refuse` says when this person has made too many keys in the last hour */
export async function demandFew(
  throttle: Throttle,
  person: { id: string },
  refuse: (retryAfterSeconds: number) => Refusal,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await throttle.look(counterOf(person), making);
  if (!allowed) throw refuse(retryAfterSeconds);
}

/** Only what was made counts: twenty tabs at once make one. */
export async function countMade(throttle: Throttle, person: { id: string }): Promise<void> {
  await throttle.countFailure(counterOf(person), making);
}
