// npm run torture [-- <scenario>...]: breaks things around Quad and checks what survives (README.md).
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { describeMachine } from '../harness/machine.ts';
import { runProgram } from '../harness/program.ts';
import { createRandom } from '../harness/random.ts';
import { endAll, endRow, runAndEnd } from '../harness/scope.ts';
import { onStopSignals } from '../src/platform/server/process/launcher.ts';
import { crash } from './crash.ts';
import { floods } from './floods.ts';
import { fullDisk } from './full-disk.ts';
import { hostileHttp } from './hostile-http.ts';
import { instances } from './instances.ts';
import { outages } from './outages.ts';
import { resetTiming } from './reset-timing.ts';
import type { Findings, Scenario, Torture } from './scenario.ts';
import { signInStorm } from './sign-in-storm.ts';
import { soak } from './soak.ts';
import { uploads } from './uploads.ts';

const scenarios: readonly Scenario[] = [
  crash,
  outages,
  soak,
  instances,
  hostileHttp,
  floods,
  signInStorm,
  fullDisk,
  uploads,
  resetTiming,
];

const help = `Breaks things around Quad, checks what survives, and fails when anything was lost.

  npm run torture -- crash                      this scenario
  npm run torture -- crash --rounds 20 --seed 7 shorter, and again with the same chance

Scenarios:
${scenarios.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join('\n')}

Options:
  --rounds N    How often (each scenario has a number of its own)
  --seconds N   How long what takes time takes (each scenario has a number of its own)
  --seed S      Repeats the chance of an earlier run, as far as time allows (default: a new one, which is printed)`;

function readRequest() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  if (values.help === true || positionals.length === 0) return null;
  const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown.length > 0) throw new Error(`There is no scenario "${unknown.join('", "')}".\n\n${help}`);
  const rounds = readWhole('--rounds', values.rounds);
  const seconds = readWhole('--seconds', values.seconds);
  const seed = readWhole('--seed', values.seed) ?? Math.floor(Math.random() * 1_000_000);
  return {
    wanted: scenarios.filter(({ name }) => positionals.includes(name)),
    torture: { rounds, seconds, seed },
  };
}

function readWhole(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number, at least 1.`);
  return Number(text);
}

async function play(scenario: Scenario, torture: Omit<Torture, 'random' | 'say'>): Promise<Findings> {
  const random = createRandom(torture.seed);
  const say = (text: string) => console.error(`  ${scenario.name}: ${text}`);
  try {
    return await scenario.run({ ...torture, random, say });
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { figures: [], faults: [stripVTControlCharacters(failed)] };
  } finally {
    await endRow();
  }
}

function print({ name }: Scenario, { figures, faults }: Findings, seconds: number): void {
  console.log(`\n${name}: ${faults.length === 0 ? 'survived' : 'FAILED'} in ${Math.round(seconds)} s`);
  const width = Math.max(0, ...figures.map(({ what }) => what.length));
  for (const { what, value } of figures) console.log(`  ${what.padEnd(width)}  ${value}`);
  for (const fault of faults) console.log(`  WRONG: ${fault}`);
}

async function main(): Promise<void> {
  const request = readRequest();
  if (request === null) return console.log(help);
  onStopSignals(endAll);
  const machine = describeMachine();
  console.log(`${machine.cores} cores of ${machine.processor}, Node ${machine.node}`);
  console.log(`Seed ${request.torture.seed}`);
  await runProgram(['scripts/build.ts']);
  for (const scenario of request.wanted) {
    const began = performance.now();
    const findings = await play(scenario, request.torture);
    print(scenario, findings, (performance.now() - began) / 1000);
    if (findings.faults.length > 0) process.exitCode = 1;
  }
}

await runAndEnd(main);
