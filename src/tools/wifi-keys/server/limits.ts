import type { Refusal } from '../../../platform/server/refusal/refusal.ts';
import type { Throttle } from '../../../platform/server/throttle/throttle.ts';

/** Enough for anyone trying things out; a page that creates keys in a loop is soon stopped. */
const making = { limit: 20, windowSeconds: 3_600 };
const counterOf = ({ id }: { id: string }) => `wifi-key:${id}`;

/** @throws what `refuse` says if this person has made too many keys in the last hour */
export async function demandFew(
  throttle: Throttle,
  person: { id: string },
  refuse: (retryAfterSeconds: number) => Refusal,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await throttle.look(counterOf(person), making);
  if (!allowed) throw refuse(retryAfterSeconds);
}

/** Only what was created counts: twenty tabs at once create one. */
export async function countMade(throttle: Throttle, person: { id: string }): Promise<void> {
  await throttle.countFailure(counterOf(person), making);
}
