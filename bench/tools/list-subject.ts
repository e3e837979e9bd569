/** A list of a tool, as far as the bench has to know it: addresses, not insides. */
export interface ListSubject {
  /** The name of its seed. */
  tool: string;
  /** How the table of figures calls it. */
  title: string;
  /** The demo person who may see all of it. */
  person: string;
  path: string;
  /** Recognises the statements that read its rows, among those of sessions and background work. */
  statements: RegExp;
  table: string;
  /** SQL for the ids of the first unfiltered page. */
  newest: string;
  /** SQL of our own, to confirm totals: what it reads, and what a filter demands of it. */
  plain: { from: string; condition(query: Record<string, string>): string };
  /** How much slower a million rows may be: less where a total may be two seconds old. */
  mostSlowDown: 1.2 | 2;
  /** What the `list` row measures. */
  everyday: readonly { what: string; queries: readonly Record<string, string>[] }[];
  /** What the `text-filter` row tries. */
  texts: {
    /** Three letters and more. */
    long: readonly Record<string, string>[];
    short: readonly Record<string, string>[];
    /** With other filters beside them, or such filters alone. */
    combined?: readonly Record<string, string>[];
  };
}

/** A text as SQL writes it. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** As many rows as the table of goals asks for. */
export const pageSize = 25;

export function addressOf(subject: ListSubject, query: Record<string, string>, page = 1): string {
  return `${subject.path}?${new URLSearchParams({ ...query, page: String(page), pageSize: String(pageSize) })}`;
}

/** The part of an answer of a list that the bench looks at. */
export interface ListAnswer {
  data: { _id: string }[];
  meta: { total: number; pages: number };
}
