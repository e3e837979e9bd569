export interface Totals {
  /** The total of one filter: counted now, or remembered if it is large and counting it took long. */
  read(filter: string, count: () => Promise<number>): Promise<number>;
}

/** A count that is faster than this is repeated each time, in milliseconds. */
const cheap = 5;
/** A smaller total is never remembered, however busy the machine is: in a short list, one row more or less shows. */
const small = 1_000;
/** How old a remembered total may be, in milliseconds. */
const keep = 2_000;
const maxFilters = 500;

/**
 * Totals of a list. Pages stay fast, no matter how long a list gets; its exact count does not, so an expensive one may
 * be two seconds old. Ordinary lists are short or counted faster than that, and are always exact.
 */
export function createTotals(now: () => number = () => performance.now()): Totals {
  const remembered = new Map<string, { total: number; countedAt: number }>();
  const underWay = new Map<string, Promise<number>>();

  async function countNow(filter: string, count: () => Promise<number>): Promise<number> {
    const startedAt = now();
    const total = await count();
    if (total >= small && now() - startedAt >= cheap) {
      if (remembered.size >= maxFilters) remembered.clear();
      remembered.set(filter, { total, countedAt: startedAt });
    }
    return total;
  }

  return {
    async read(filter, count) {
      const known = remembered.get(filter);
      if (known !== undefined && now() - known.countedAt < keep) return known.total;
      const running = underWay.get(filter);
      if (running !== undefined) return running;
      const counting = countNow(filter, count).finally(() => underWay.delete(filter));
      underWay.set(filter, counting);
      return counting;
    },
  };
}
