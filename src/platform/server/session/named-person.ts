import type { PersonActor } from '../actor/actor.ts';

/** A person who is signing in or out, as the audit log needs them: who it is, without any permissions. */
export function namedPerson(who: {
  id: string;
  name: string;
  provider: string;
  sessionId?: string;
}): PersonActor {
  return {
    kind: 'person',
    id: who.id,
    name: who.name,
    givenName: '',
    familyName: '',
    email: '',
    groups: [],
    permissions: new Set<never>(),
    hasPhoto: false,
    sessionId: who.sessionId ?? '',
    provider: who.provider,
  };
}
