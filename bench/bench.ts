// npm run bench [-- <name>...]: measures the rows of the table of goals, each with its limit. See bench/README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { describeMachine } from '../harness/machine.ts';
import { root, runProgram } from '../harness/program.ts';
import { endAll, endRow, runAndEnd } from '../harness/scope.ts';
import { onStopSignals } from '../src/platform/server/process/launcher.ts';
import { alternatives } from './alternatives.ts';
import { audit } from './audit.ts';
import { bundle } from './bundle.ts';
import { captcha } from './captcha.ts';
import { directory } from './directory.ts';
import { download } from './download.ts';
import { emergency } from './emergency.ts';
import { fileLists } from './file-lists.ts';
import { find } from './find.ts';
import { grantLists } from './grant-lists.ts';
import { createPreparedData } from './harness/data.ts';
import { type Bench, type Report, type Row, Skipped } from './harness/row.ts';
import { tableOf } from './harness/table.ts';
import { lastPage } from './last-page.ts';
import { lighthouse } from './lighthouse.ts';
import { list } from './list.ts';
import { poster } from './poster.ts';
import { redirect } from './redirect.ts';
import { searchReport } from './search-report.ts';
import { sessionReads } from './session-reads.ts';
import { signIns } from './sign-ins.ts';
import { start } from './start.ts';
import { textFilter } from './text-filter.ts';
import { ticket } from './ticket.ts';
import { ticketLists } from './ticket-lists.ts';
import { upload } from './upload.ts';
import { wifiKeys } from './wifi-keys.ts';
import { write } from './write.ts';

const rows: readonly Row[] = [
  redirect,
  list,
  lastPage,
  textFilter,
  write,
  sessionReads,
  start,
  bundle,
  lighthouse,
  signIns,
  captcha,
  download,
  upload,
  ticket,
  poster,
  emergency,
  fileLists,
  ticketLists,
  grantLists,
  find,
  searchReport,
  audit,
  wifiKeys,
  directory,
  alternatives,
];

const help = `Measures Quad against its limits and says which goals are met.

  npm run bench                     every row
  npm run bench -- list write       only these rows

Rows:
${rows.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join('\n')}

Options:
  --rounds N    How often each side has its turn (default 5)
  --seconds N   How long a turn of load lasts (default 1)
  --events N    How many sign-ins the row search-report makes (default 5,000,000)
  --entries N   Audit entries of the row audit (default 10,000,000, about 12 GB of disk)
    --data FOLDER Keeps the made-up rows there, so that the next run need not make them
  --profile     Leaves CPU profiles of Quad in bench/results, for a browser's developer tools`;

interface Outcome {
  name: string;
  /** Seconds that the row took, including its preparation. */
  took: number;
  skipped?: string;
  failed?: string;
  report?: Report;
}

function readRequest() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      events: { type: 'string', default: '5000000' },
      entries: { type: 'string', default: '10000000' },
      data: { type: 'string' },
      profile: { type: 'boolean', default: false },
    },
  });
  if (values.help === true) return null;
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) throw new Error(`There is no row "${unknown.join('", "')}".\n\n${help}`);
  const wanted = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const [events, entries] = [Number(values.events), Number(values.entries)];
  if (!Number.isInteger(events) || events < 1_000)
    throw new Error('--events must be a whole number, at least 1000.');
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error('--rounds must be a whole number, at least 1.');
  if (!Number.isInteger(entries) || entries < 100_000)
    throw new Error('--entries must be a whole number, at least 100000.');
  if (!(seconds > 0)) throw new Error('--seconds must be a number above 0.');
  return { wanted, rounds, seconds, events, entries, profile: values.profile, kept: values.data ?? null };
}

async function measure(row: Row, bench: Bench): Promise<Outcome> {
  const { name } = row;
  const begin = performance.now();
  const took = () => Math.round((performance.now() - begin) / 1000);
  try {
    const report = await row.run(bench);
    return { name, report, took: took() };
  } catch (error) {
    if (error instanceof Skipped) return { name, skipped: error.message, took: took() };
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name, failed: stripVTControlCharacters(failed), took: took() };
  } finally {
    await endRow();
  }
}

function print({ name, skipped, failed, report, took }: Outcome): void {
  console.log('');
  if (skipped !== undefined) console.log(`${name}: skipped. ${skipped}`);
  if (failed !== undefined) console.log(`${name}: FAILED. ${failed}`);
  if (report === undefined) return;
  console.log(`${name} (${took} s)`);
  console.log(tableOf(report));
  for (const remark of report.remarks) console.log(`  ${remark}`);
  for (const fault of report.faults) console.log(`  WRONG: ${fault}`);
}

/** How many goals are met, and which rows have no result. */
function sumUp(outcomes: readonly Outcome[]): string {
  const judged = outcomes.flatMap(({ report }) => report?.lines ?? []).filter(({ met }) => met !== null);
  const met = judged.filter((line) => line.met === true).length;
  const without = outcomes.filter(({ report }) => report === undefined).map(({ name }) => name);
  return [
    `${met} of ${judged.length} goals are met.`,
    ...(without.length === 0 ? [] : [`Not measured: ${without.join(', ')}.`]),
  ].join(' ');
}

async function main(): Promise<void> {
  const request = readRequest();
  if (request === null) return console.log(help);
  const { wanted, rounds, seconds, events, entries, profile, kept } = request;
  onStopSignals(endAll);
  const at = new Date();
  const results = path.join(root, 'bench/results');
  mkdirSync(results, { recursive: true });
  const machine = describeMachine();
  const load = machine.loadBefore.toFixed(1);
  console.log(
    `${machine.cores} cores of ${machine.processor}, Node ${machine.node}, load ${load} before the run`,
  );
  console.log('Medians (least-most).');
  await runProgram(['scripts/build.ts']);
  const outcomes: Outcome[] = [];
  const data = createPreparedData((text) => console.error(`  ${text}`), kept);
  const profileFolder = profile ? results : null;
  for (const row of wanted) {
    const say = (text: string) => console.error(`  ${row.name}: ${text}`);
    const outcome = await measure(row, { rounds, seconds, events, entries, data, profileFolder, say });
    outcomes.push(outcome);
    print(outcome);
  }
  const file = path.join(results, `${at.toISOString().replaceAll(/[:.]/g, '-').toLowerCase()}.json`);
  writeFileSync(file, JSON.stringify({ at, machine, rounds, seconds, outcomes }, null, 2));
  const minutes = ((Date.now() - at.getTime()) / 60_000).toFixed(1);
  console.log(
    `\n${sumUp(outcomes)} The run took ${minutes} minutes. Written to ${path.relative(root, file)}.`,
  );
  const isWrong = ({ failed, report }: Outcome) => failed !== undefined || (report?.faults.length ?? 0) > 0;
  // A missed goal is a finding; a wrong response is a failure.
  if (outcomes.some(isWrong)) process.exitCode = 1;
}

await runAndEnd(main);
