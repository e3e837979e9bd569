import type { Random } from '../harness/random.ts';

/** What the person at the terminal asked for. */
export interface Torture {
  /** `null`: as many as the scenario does by itself. */
  rounds: number | null;
  /** How long what takes time takes, in seconds; `null`: what the scenario says itself. */
  seconds: number | null;
  seed: number;
  random: Random;
  /** Says what is under way. */
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
