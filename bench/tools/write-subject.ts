import type { Quad } from '../../harness/quad.ts';

/** A form of a tool, as far as the bench has to know it. */
export interface WriteSubject {
  /** Its name in the table of figures. */
  title: string;
  person: string;
  /** No one else may send it, so the requests wait for each other: Quad works on ten of a person at a time. */
  isOfOne?: true;
  /** Of the submit with this number. */
  path: string | ((number: number) => string);
  table: string;
  /** Makes what is there before the first submit. */
  prepare?(quad: Quad): Promise<void>;
  /** The body of the submit with this number; no two are the same. */
  body(number: number): Record<string, unknown>;
  /** The same row by SQL alone, with `{id}` for a new UUID and `{number}` for a new number. */
  insert: string;
}
