import type { PreparedData } from './data.ts';
import { type Spread, spreadOf } from './statistics.ts';

export type Unit = '/s' | 'ms' | 's' | 'MB' | 'kB' | 'B' | 'us' | '%' | 'points';
export type Goal = { atLeast: number } | { atMost: number };

/** One figure, with its limit if it has one. */
export interface Line {
  what: string;
  unit: Unit;
  ours: Spread;
  /** The name of the limit and its result; `null` where the goal is about the figure itself. */
  limit: { name: string; reached: Spread } | null;
  /** Ours divided by the limit: of the medians, with the range over single rounds. */
  ratio: Spread | null;
  goal: Goal | null;
  /** `null`: there is no goal, the figure is only for information. */
  met: boolean | null;
}

export interface Report {
  lines: Line[];
  /** What was checked, or what else the reader should know. */
  remarks: string[];
  /** Wrong responses: then no figure counts. */
  faults: string[];
  /** Every single figure behind the lines, only for the results file. */
  details?: unknown;
}

/** What a row gets from the program. */
export interface Bench {
  /** How often each side has its turn. */
  rounds: number;
  /** How long a turn of load lasts. */
  seconds: number;
  /** How many sign-ins a report goes through. */
  events: number;
  /** Audit entries of the large portal. */
  entries: number;
  data: PreparedData;
  /** Where Quad writes its CPU profiles; `null`: no profiling. */
  profileFolder: string | null;
  /** Reports progress. */
  say(text: string): void;
}

/** One row of the table of goals. Throws `Skipped` if the machine lacks what it needs. */
export interface Row {
  name: string;
  about: string;
  run(bench: Bench): Promise<Report>;
}

/** Thrown by a row that cannot be measured here, with the reason in a sentence. */
export class Skipped extends Error {}

interface Compared {
  what: string;
  unit: Unit;
  ours: readonly number[];
  limit: readonly number[];
  against: string;
  goal?: Goal;
}

/** Our figure next to its limit, value by value from the same rounds; the goal is about the ratio. */
export function compare({ what, unit, ours, limit, against, goal }: Compared): Line {
  const single = ours.flatMap((value, round) => {
    const other = limit[round];
    return other === undefined ? [] : [value / other];
  });
  const [own, reached] = [spreadOf(ours), spreadOf(limit)];
  const ratio = { ...spreadOf(single), median: own.median / reached.median };
  const met = goal === undefined ? null : meets(ratio.median, goal);
  return { what, unit, ours: own, limit: { name: against, reached }, ratio, goal: goal ?? null, met };
}

/** A single figure; the goal is about its median. */
export function figure(what: string, unit: Unit, values: readonly number[], goal?: Goal): Line {
  const ours = spreadOf(values);
  const met = goal === undefined ? null : meets(ours.median, goal);
  return { what, unit, ours, limit: null, ratio: null, goal: goal ?? null, met };
}

function meets(value: number, goal: Goal): boolean {
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}
