/** Whom `campus.yaml` names for questions. */
export interface WhoHelps {
  readonly supportTeam?: string | undefined;
  readonly supportContact?: string | undefined;
}

/** Whom to contact, and how if the college says it: `IT Help Desk (help@sawtooth.example)`. */
export function sayWhoHelps({ supportTeam = 'IT', supportContact }: WhoHelps): string {
  return supportContact === undefined ? supportTeam : `${supportTeam} (${supportContact})`;
}
