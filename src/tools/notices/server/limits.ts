import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Refusal } from '../../../platform/server/refusal/refusal.ts';
import { publishEmergency, publishNotice } from '../contract.ts';
import type { NoticesServices } from './notices.ts';

/** @throws Refusal 429 when this person has published too many in the last hour */
export function countNotice<Published>(
  { throttle, noticesPerHour }: NoticesServices,
  { id }: PersonActor,
  publish: () => Promise<Published>,
): Promise<Published> {
  const refuse = (retryAfterSeconds: number) =>
    refusalOf(publishNotice, 'too-many-notices', { retryAfterSeconds });
  return count({ throttle, counter: `notices:${id}`, perHour: noticesPerHour, refuse }, publish);
}

/** Also for an edit that is emailed. @throws Refusal 429 when this person has sent too many in the last hour */
export function countEmergency<Published>(
  { throttle, emergenciesPerHour }: NoticesServices,
  { id }: PersonActor,
  publish: () => Promise<Published>,
): Promise<Published> {
  const refuse = (retryAfterSeconds: number) =>
    refusalOf(publishEmergency, 'too-many-emergencies', { retryAfterSeconds });
  return count({ throttle, counter: `emergencies:${id}`, perHour: emergenciesPerHour, refuse }, publish);
}

interface Limit extends Pick<NoticesServices, 'throttle'> {
  counter: string;
  perHour: number;
  refuse: (retryAfterSeconds: number) => Refusal;
}

/** What is refused has reached no one, so it does not count. */
async function count<Published>(
  { throttle, counter, perHour, refuse }: Limit,
  publish: () => Promise<Published>,
): Promise<Published> {
  const rule = { limit: perHour, windowSeconds: 3_600 };
  const { allowed, retryAfterSeconds } = await throttle.take(counter, rule);
  if (!allowed) throw refuse(retryAfterSeconds);
  try {
    return await publish();
  } catch (error) {
    await throttle.giveBack(counter, rule);
    throw error;
  }
}
