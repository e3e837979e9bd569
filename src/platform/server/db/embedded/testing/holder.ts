import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { EmbeddedPostgres } from '../embedded.ts';

type Connection = EmbeddedPostgres['connection'];

/** A separate process that has started the embedded database, or has failed to. */
export interface Holder {
  child: ChildProcess;
  /** Undefined if the start was refused. */
  connection: Connection | undefined;
  /** `name: message` of the refusal. */
  refusal: string | undefined;
}

/**
 * What a holder runs: it starts the database, says so in one line of JSON, stops cleanly on SIGTERM, and ends
 * at once, as after an uncaught error, on SIGUSR2. It ignores SIGINT.
 */
const code = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
  process.on('SIGINT', () => say({ interrupted: true }));
  try {
    const database = await startEmbeddedPostgres({ dataFolder: process.argv[2] });
    process.on('SIGTERM', async () => { await database.stop(); process.exit(0); });
    process.on('SIGUSR2', () => process.exit(3));
    say({ connection: database.connection });
    setInterval(() => {}, 1000);
  } catch (error) {
    say({ refusal: error.name + ': ' + error.message });
  }`;

const holders = new Set<ChildProcess>();

/** Ends what a test, perhaps a failed one, has left running. */
export async function endHolders(): Promise<void> {
  for (const child of holders) {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await gone;
    clearTimeout(late);
  }
}

/** The arguments with which Node becomes a holder of the folder. */
function holderArguments(dataFolder: string): string[] {
  const entry = new URL('../embedded.ts', import.meta.url).href;
  return ['--input-type=module', '--eval', code, '--', entry, dataFolder];
}

/** Starts a holder without waiting for its database; `prefix` is a command to run it under. */
export function spawnHolder(
  dataFolder: string,
  options: SpawnOptions = {},
  prefix: string[] = [],
): ChildProcess {
  const [file = process.execPath, ...rest] = [...prefix, process.execPath, ...holderArguments(dataFolder)];
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  holders.add(child);
  child.once('exit', () => holders.delete(child));
  return child;
}

/** Starts a holder and waits for the outcome. */
export async function startHolder(...given: Parameters<typeof spawnHolder>): Promise<Holder> {
  const child = spawnHolder(...given);
  const answer = JSON.parse(await nextLine(child));
  return { child, connection: answer.connection, refusal: answer.refusal };
}

/** The next line of a holder's output. */
export async function nextLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The output of the holder is not piped.');
  const ended = once(child, 'exit').then(([exit]) => [`{"refusal":"ended with ${exit}"}`]);
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  return String(line);
}

/** Ends a holder as `kill -9` does, which leaves its database running, and waits until it is gone. */
export async function killHolder({ child }: Holder): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The process of the PostgreSQL that runs on a data folder. */
export async function postmasterOf(dataFolder: string): Promise<number> {
  const text = await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

/** Runs one query on its own connection and returns the first row. */
export async function ask(connection: Connection, question: string): Promise<Record<string, unknown>> {
  const client = new Client({ ...connection, ssl: false });
  await client.connect();
  try {
    const { rows } = await client.query(question);
    return rows[0] ?? {};
  } finally {
    await client.end();
  }
}

/** Writes something new. @returns The query that finds it and its result. */
export async function leaveNote(
  connection: Connection,
): Promise<{ question: string; answer: Record<string, unknown> }> {
  const note = randomUUID();
  await ask(connection, 'CREATE TABLE IF NOT EXISTS note (note text)');
  await ask(connection, `INSERT INTO note VALUES ('${note}')`);
  return { question: `SELECT note FROM note WHERE note = '${note}'`, answer: { note } };
}

/** Whether a process runs; one that has ended and was not waited for does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return text !== undefined && text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3) !== 'Z';
}
