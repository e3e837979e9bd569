/** A system outside the portal that the settings of a tool name, as `npm run check-settings` tries it. */
export interface OutsideSystem {
  /** What the check calls it, such as `mailbox for replies`. */
  readonly what: string;
  /**
   * Uses its settings as the tool does, and only reads: nothing is changed or sent there.
   * @param signal Aborts after the time limit of the check.
   * @returns a few words about it, without secrets
   * @throws OutsideFailure, or a `JobFailure` or `LdapFailure` of the tool's own client
   */
  check(signal: AbortSignal): Promise<string>;
}

/** It can't be used with these settings. Its message says why to an operator, and what to check, without secrets. */
export class OutsideFailure extends Error {
  override readonly name = 'OutsideFailure';
}
