import type { Permission } from '../../contract/access.ts';

export interface PersonActor {
  readonly kind: 'person';
  readonly id: string;
  readonly name: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly groups: readonly string[];
  readonly permissions: ReadonlySet<Permission>;
  readonly hasPhoto: boolean;
  readonly sessionId: string;
  /** Name of the provider that the session signed in with. */
  readonly provider: string;
}

/** A program with a token and permissions of its own. */
export interface ServiceActor {
  readonly kind: 'service';
  readonly id: string;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** A background job, named after what it does. */
export interface SystemActor {
  readonly kind: 'system';
  readonly name: string;
}

export interface NobodyActor {
  readonly kind: 'nobody';
}

export type SignedInActor = PersonActor | ServiceActor;
export type Actor = SignedInActor | SystemActor | NobodyActor;

export const nobody: NobodyActor = { kind: 'nobody' };

/** The permissions of an actor; `null` for nobody, all that is asked for a system job is its own rule's business. */
export function permissionsOf(actor: Actor): ReadonlySet<Permission> | null {
  return actor.kind === 'person' || actor.kind === 'service' ? actor.permissions : null;
}

/** The name that is shown and audited beside the id. */
export function nameOf(actor: Actor): string {
  return actor.kind === 'nobody' ? 'nobody' : actor.name;
}
