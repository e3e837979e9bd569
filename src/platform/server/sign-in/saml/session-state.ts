import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { NameId, Vouched } from './check-assertion.ts';

const shape = z.object({
  nameId: z.object({
    value: z.string(),
    format: z.string().nullable(),
    nameQualifier: z.string().nullable(),
    spNameQualifier: z.string().nullable(),
  }),
  sessionIndex: z.string().nullable(),
});

/** What a sign-out names to the provider; `null` when the provider sent no name. */
export function keepSession({ nameId, sessionIndex }: Vouched): string | null {
  return nameId === null ? null : JSON.stringify({ nameId, sessionIndex });
}

export function readKept(state: string | null): { nameId: NameId; sessionIndex: string | null } | null {
  try {
    return state === null ? null : shape.parse(JSON.parse(state));
  } catch {
    return null;
  }
}

/** By which the provider ends a session: all of a person, or one of them. */
export function sessionKeysOf({ nameId, sessionIndex }: Pick<Vouched, 'nameId' | 'sessionIndex'>): string[] {
  if (nameId === null) return [];
  return [
    sessionKey(nameId.value, null),
    ...(sessionIndex === null ? [] : [sessionKey(nameId.value, sessionIndex)]),
  ];
}

export function sessionKey(name: string, sessionIndex: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([name, sessionIndex]))
    .digest('base64url');
}
