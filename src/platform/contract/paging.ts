import { z } from 'zod';
import { jsonReply } from './call.ts';
import { largestPageSize, readPaging } from './read-paging.ts';

/** Which page is requested. `null`: the address had neither page nor size, which means "no data". */
export type Paging = ReturnType<typeof readPaging>;

/** People type addresses: anything that is not a whole number falls back, nothing is an error. */
const pageField = (description: string) => z.unknown().optional().meta({ type: 'integer', description });

type Filters<F extends z.ZodRawShape> = z.output<z.ZodObject<F>>;

/**
 * The parts of a call that returns a list page by page. Its filters are declared only here: the server checks
 * them with `query`, and `list` tells the screen and the served page which of them an address may name.
 * @param options `unpaged`: how many rows a request without a page gets at most; none by default
 */
export function pagedList<S extends z.ZodType, F extends z.ZodRawShape>(
  row: S,
  filters: F,
  { pageSize = 10, unpaged = 0 }: { pageSize?: number; unpaged?: number } = {},
) {
  const names = Object.keys(filters) as (keyof F & string)[];
  return {
    query: pageQuery(filters, pageSize, unpaged),
    list: { filters: names, pageSize, choices: choicesOf(filters) },
    reply: jsonReply(pageOf(row)),
  } as const;
}

/** Filters that accept only some values: an address cannot filter by any other. */
function choicesOf(filters: z.ZodRawShape): Record<string, readonly string[]> {
  const declared = Object.entries(filters).map(([name, shape]) => [name, valuesOf(shape as z.ZodType)]);
  return Object.fromEntries(declared.filter(([, values]) => Array.isArray(values)));
}

/** An enum has its values itself; one that is read first, such as a yes or no, declares them. */
function valuesOf(shape: z.ZodType): unknown {
  const inner = shape instanceof z.ZodOptional ? shape.unwrap() : shape;
  return inner instanceof z.ZodEnum ? inner.options : shape.meta()?.enum;
}

/** The query of a paged list: `page`, `pageSize` and the list's own filters. */
function pageQuery<F extends z.ZodRawShape>(filters: F, defaultSize: number, unpaged: number) {
  const most = unpaged.toLocaleString('en-US');
  const without = unpaged === 0 ? 'no rows are sent' : `all rows are sent, ${most} at most`;
  return z
    .object({
      ...filters,
      page: pageField(`1 if only pageSize is given; with neither, ${without}`),
      pageSize: pageField(`1 to ${largestPageSize}; ${defaultSize} if only page is given`),
    })
    .transform((query): Filters<F> & { paging: Paging } => {
      const { page, pageSize, ...rest } = query as Record<string, unknown>;
      return { ...(rest as Filters<F>), paging: readPaging(page, pageSize, defaultSize) };
    });
}

/** The envelope of a paged list. */
function pageOf<S extends z.ZodType>(row: S) {
  return z.object({
    data: z.array(row),
    meta: z.object({
      pages: z.int(),
      total: z.int().optional(),
      page: z.int().optional(),
      pageSize: z.int().optional(),
    }),
  });
}

export interface Page<Row> {
  data: Row[];
  meta: { pages: number; total?: number; page?: number; pageSize?: number };
}

/** The response when no page was requested. */
export const noPage = { data: [], meta: { pages: -1 } } as const;

/** Wraps the rows of one page. */
export function toPage<Row>(paging: NonNullable<Paging>, total: number, data: Row[]): Page<Row> {
  return { data, meta: { pages: Math.ceil(total / paging.pageSize), total, ...paging } };
}
