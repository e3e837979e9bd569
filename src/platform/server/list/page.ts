import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { noPage, type Page, type Paging, toPage } from '../../contract/paging.ts';
import { type Reader, readRows } from '../db/database.ts';

/** A slice of an ordered list, counted from its beginning or from its end. */
export interface Slice {
  from: 'beginning' | 'end';
  offset: number;
  limit: number;
  /** Rows of the whole list. */
  total: number;
}

/**
 * Reads one page. `OFFSET` costs what it skips, so the later half of a list is read from its end.
 * @param read Returns the slice in the order in which it is counted: from the end, the last row first.
 */
export async function readPage<Row>(
  paging: NonNullable<Paging>,
  total: number,
  read: (slice: Slice) => Promise<Row[]>,
): Promise<Page<Row>> {
  const offset = (paging.page - 1) * paging.pageSize;
  const limit = Math.min(paging.pageSize, total - offset);
  if (limit <= 0) return toPage(paging, total, []);
  const behind = total - offset - limit;
  if (behind >= offset) return toPage(paging, total, await read({ from: 'beginning', offset, limit, total }));
  const rows = await read({ from: 'end', offset: behind, limit, total });
  return toPage(paging, total, rows.reverse());
}

/** Reads one page of the rows of a query, newest first. @param at When they were made; the id breaks ties. */
export async function readNewest<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  at: string,
  paging: Paging,
): Promise<Page<Row>> {
  if (paging === null) return { ...noPage, data: [] };
  const { total } = await query
    .clearSelect()
    .select(sql`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return readPage(paging, total, ({ from, offset, limit }) => {
    const direction = from === 'beginning' ? 'desc' : 'asc';
    return query
      .orderBy(sql.ref(at), direction)
      .orderBy(sql.ref('id'), direction)
      .offset(offset)
      .limit(limit)
      .execute();
  });
}

interface Ordered {
  columns: RawBuilder<unknown>;
  /** The statement from its `from` on, without an order. */
  from: RawBuilder<unknown>;
  /** Columns that together name each row; one that is sorted differently as an expression. */
  order: readonly (string | RawBuilder<unknown>)[];
  direction: 'asc' | 'desc';
}

/** Reads one page of the rows of a statement, in the order of some columns. */
export async function readOrdered<Row>(
  reader: Reader,
  { columns, from, order, direction }: Ordered,
  paging: Paging,
): Promise<Page<Row>> {
  if (paging === null) return { ...noPage, data: [] };
  const [counted] = await readRows(reader, sql<{ total: number }>`select count(*) as total ${from}`);
  return readPage(paging, counted?.total ?? 0, ({ offset, limit, ...slice }) => {
    const isUp = (direction === 'asc') === (slice.from === 'beginning');
    const by = sql.join(
      order.map((one) => sql`${typeof one === 'string' ? sql.ref(one) : one} ${isUp ? sql`asc` : sql`desc`}`),
    );
    return readRows(
      reader,
      sql<Row>`select ${columns} ${from} order by ${by} offset ${offset} limit ${limit}`,
    );
  });
}
