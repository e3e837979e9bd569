import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { hasCommand } from '../../harness/machine.ts';
import { runCommand, runProgram } from '../../harness/program.ts';
import { temporaryFolder } from '../../harness/quad.ts';
import { manyConnections } from './load.ts';

export interface RawResult {
  perSecond: number;
  /** How often a script ran. */
  answers: number;
}

/** Runs the same SQL as fast as the machine can. */
export interface RawSql {
  /** For the table: the program that ran it. */
  name: string;
  /** Runs the scripts one after the other, each equally often. */
  run(connection: pg.ClientConfig, scripts: readonly string[][], seconds: number): Promise<RawResult>;
}

/** `pgbench` if it is installed, since it uses the least besides PostgreSQL itself, otherwise `pg`. */
export function findRawSql(say: (text: string) => void): RawSql {
  if (hasCommand('pgbench')) return { name: 'pgbench', run: runPgbench };
  say('pgbench is not installed here; the raw SQL is run by pg');
  return { name: 'raw SQL by pg', run: runPg };
}

async function runPgbench(
  { host, port, user, database }: pg.ClientConfig,
  scripts: readonly string[][],
  seconds: number,
): Promise<RawResult> {
  const folder = await temporaryFolder();
  const files = await Promise.all(
    scripts.map(async (statements, index) => {
      const file = path.join(folder, `${index}.sql`);
      // One line each: pgbench ends a statement at a semicolon and does not know our comments.
      await writeFile(file, statements.map((text) => `${text.replaceAll(/\s+/g, ' ')};\n`).join(''));
      return file;
    }),
  );
  const output = await runCommand('pgbench', [
    '--no-vacuum',
    `--client=${manyConnections}`,
    '--jobs=1',
    `--time=${Math.max(1, Math.round(seconds))}`,
    ...files.map((file) => `--file=${file}`),
    ...(host === undefined ? [] : [`--host=${host}`]),
    ...(port === undefined ? [] : [`--port=${port}`]),
    ...(user === undefined ? [] : [`--username=${user}`]),
    database ?? 'quad',
  ]);
  const failed = Number(/number of failed transactions: (\d+)/.exec(output)?.[1] ?? 0);
  const answers = Number(/transactions actually processed: (\d+)/.exec(output)?.[1]);
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  if (failed > 0 || !(perSecond > 0)) throw new Error(`pgbench failed:\n${output}`);
  return { perSecond, answers };
}

/** The same through `pg` alone; `{id}` and `{number}` in a statement stand for a new UUID and a new number. */
export async function runPg(
  connection: pg.ClientConfig,
  scripts: readonly string[][],
  seconds: number,
  connections = manyConnections,
): Promise<RawResult> {
  const file = path.join(await temporaryFolder(), 'scripts.json');
  await writeFile(file, JSON.stringify({ connection, scripts, seconds, connections }));
  const output = await runProgram(['bench/harness/limits/raw-sql.ts', file]);
  return JSON.parse(output) as RawResult;
}
