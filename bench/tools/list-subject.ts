/** A list of a tool, as far as the bench has to know it: addresses, not internals. */
export interface ListSubject {
  /** The name of its seed. */
  tool: string;
  /** Its name in the table of figures. */
  title: string;
  /** The demo person who may see all of it. */
  person: string;
  path: string;
  /** Recognizes the statements that read its rows, among those of sessions and background work. */
  statements: RegExp;
  table: string;
  /** SQL for the ids of the first unfiltered page. */
  newest: string;
  /** Our own SQL for checking totals: the tables to read, and the condition of a filter. */
  plain: { from: string; condition(query: Record<string, string>): string };
  /** How much slower a million rows may be: less if a total may be two seconds old. */
  mostSlowDown: 1.2 | 2;
  /** What the `list` row measures. */
  everyday: readonly { what: string; queries: readonly Record<string, string>[] }[];
  /** What the `text-filter` row tries. */
  texts: {
    /** Three letters or more. */
    long: readonly Record<string, string>[];
    short: readonly Record<string, string>[];
    /** With other filters, or such filters alone. */
    combined?: readonly Record<string, string>[];
  };
}

/** A text as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The page size in the table of goals. */
export const pageSize = 25;

export function addressOf(subject: ListSubject, query: Record<string, string>, page = 1): string {
  return `${subject.path}?${new URLSearchParams({ ...query, page: String(page), pageSize: String(pageSize) })}`;
}

/** The part of a list response that the bench looks at. */
export interface ListAnswer {
  data: { _id: string }[];
  meta: { total: number; pages: number };
}
