import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { withinLimit } from '../../../platform/server/throttle/within-limit.ts';
import { publishEmergency, publishNotice } from '../contract.ts';
import type { NoticesServices } from './notices.ts';

const windowSeconds = 3_600;

/** @throws Refusal 429 if this person has published too many in the last hour */
export function countNotice<Published>(
  { throttle, noticesPerHour }: NoticesServices,
  { id }: PersonActor,
  publish: () => Promise<Published>,
): Promise<Published> {
  const refuse = (retryAfterSeconds: number) =>
    refusalOf(publishNotice, 'too-many-notices', { retryAfterSeconds });
  const rule = { limit: noticesPerHour, windowSeconds };
  return withinLimit({ throttle, key: `notices:${id}`, rule, refuse }, publish);
}

/** Also for an edit that is emailed. @throws Refusal 429 if this person has sent too many in the last hour */
export function countEmergency<Published>(
  { throttle, emergenciesPerHour }: NoticesServices,
  { id }: PersonActor,
  publish: () => Promise<Published>,
): Promise<Published> {
  const refuse = (retryAfterSeconds: number) =>
    refusalOf(publishEmergency, 'too-many-emergencies', { retryAfterSeconds });
  const rule = { limit: emergenciesPerHour, windowSeconds };
  return withinLimit({ throttle, key: `emergencies:${id}`, rule, refuse }, publish);
}
