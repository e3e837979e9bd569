import type { Refusal } from '../refusal/refusal.ts';
import type { Throttle, ThrottleRule } from './throttle.ts';

interface Limit {
  throttle: Throttle;
  /** What is counted and for whom: `notices:<id>`. */
  key: string;
  rule: ThrottleRule;
  refuse: (retryAfterSeconds: number) => Refusal;
}

/**
 * Does something that counts once it is done: what fails has reached no one.
 * @throws Refusal beyond the limit
 */
export async function withinLimit<Result>(
  { throttle, key, rule, refuse }: Limit,
  work: () => Promise<Result>,
): Promise<Result> {
  const { allowed, retryAfterSeconds, giveBack } = await throttle.take(key, rule);
  if (!allowed) throw refuse(retryAfterSeconds);
  try {
    return await work();
  } catch (error) {
    await giveBack();
    throw error;
  }
}
