/** A form of a tool, as far as the bench has to know it. */
export interface WriteSubject {
  /** Its name in the table of figures. */
  title: string;
  person: string;
  path: string;
  table: string;
  /** The body of the submit with this number; no two are the same. */
  body(number: number): Record<string, unknown>;
  /** The same row by SQL alone, with `{id}` for a new UUID and `{number}` for a new number. */
  insert: string;
}
