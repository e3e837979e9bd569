import type { Random } from '../harness/random.ts';

/** What the person at the terminal asked for. */
export interface Torture {
  /** `null`: the scenario's default. */
  rounds: number | null;
  /** Duration in seconds; `null`: the scenario's default. */
  seconds: number | null;
  seed: number;
  random: Random;
  /** Reports progress. */
  say(text: string): void;
}

/** What a scenario found. */
export interface Findings {
  /** What was done and counted, in the order in which it is printed. */
  figures: readonly { what: string; value: number | string }[];
  /** One sentence for each thing that went wrong; any of them fails the run. */
  faults: readonly string[];
}

export interface Scenario {
  name: string;
  about: string;
  run(torture: Torture): Promise<Findings>;
}
