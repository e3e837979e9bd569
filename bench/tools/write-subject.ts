/** A form of a tool, as far as the bench has to know it. */
export interface WriteSubject {
  /** How the table of figures calls it. */
  title: string;
  person: string;
  path: string;
  table: string;
  /** The body of the submission of this number; no two are alike. */
  body(number: number): Record<string, unknown>;
  /** The same row by SQL alone, with `{id}` for a new UUID and `{number}` for a new number. */
  insert: string;
}
