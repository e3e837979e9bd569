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

/** A program with a service token. Its permissions are the `tokenPermissions` of tools, never those of groups. */
export interface TokenActor {
  readonly kind: 'token';
  readonly id: string;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  /** For a token that publishes files; `null` if it may not. */
  readonly files: FileLimits | null;
}

/** Where a token may publish files, and for whom. */
export interface FileLimits {
  /** `reports/payroll/`: its files are below this folder. */
  readonly pathPrefix: string;
  readonly groups: readonly string[];
  /** It may publish for everyone who is signed in. */
  readonly everyone: boolean;
}

/** A background job, named after what it does. */
export interface SystemActor {
  readonly kind: 'system';
  readonly name: string;
}

export interface NobodyActor {
  readonly kind: 'nobody';
}

export type SignedInActor = PersonActor | TokenActor;
export type Actor = SignedInActor | SystemActor | NobodyActor;

export const nobody: NobodyActor = { kind: 'nobody' };

/** The permissions of a person or a token; `null` for `nobody` and for a system job, which has its own rule. */
export function permissionsOf(actor: Actor): ReadonlySet<Permission> | null {
  return actor.kind === 'person' || actor.kind === 'token' ? actor.permissions : null;
}

/** The name that is shown and audited along with the id. */
export function nameOf(actor: Actor): string {
  return actor.kind === 'nobody' ? 'nobody' : actor.name;
}
