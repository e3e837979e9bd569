import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Quad } from '../../harness/quad.ts';

/** What PostgreSQL logged about a statement of ours. */
export interface Statement {
  text: string;
  /** The values of `$1`, `$2` and so on as SQL literals. */
  literals: string[];
  /** Reading, planning and executing, in milliseconds. */
  milliseconds: number;
}

/** Makes PostgreSQL log every statement of the Quad that is started with it, with its values. */
export const logsStatements = {
  PGOPTIONS: '-c log_min_duration_statement=0 -c log_error_verbosity=default -c log_statement=none',
};

export interface StatementLog {
  /**
   * Runs something.
   * @returns the statements that PostgreSQL ran during it, in order
   */
  during(work: () => Promise<unknown>): Promise<Statement[]>;
}

/** Reads PostgreSQL's own log: this measures what the real program sends, without knowing its internals. */
export function openStatementLog({ dataFolder, query }: Pick<Quad, 'dataFolder' | 'query'>): StatementLog {
  let marks = 0;
  return {
    async during(work) {
      const file = await currentLog(dataFolder);
      const begin = await sizeOf(file);
      await work();
      marks += 1;
      // A deliberate error: when it is in the log, everything before it is, too.
      const sign = `bench_mark_${marks}`;
      await query(`set log_min_messages = 'error'; select ${sign}`).catch(() => undefined);
      return parse(await readUntil(file, begin, sign));
    },
  };
}

async function currentLog(dataFolder: string): Promise<string> {
  const logs = path.join(dataFolder, 'logs');
  const names = (await readdir(logs)).filter((name) => /^postgres-\w{3}\.log$/.test(name));
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw new Error('Midnight passed while statements were being read.');
  return path.join(logs, name);
}

async function sizeOf(file: string): Promise<number> {
  const handle = await open(file);
  try {
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function readUntil(file: string, begin: number, sign: string): Promise<string> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const handle = await open(file);
    const { size } = await handle.stat();
    const content = Buffer.alloc(size - begin);
    await handle.read(content, 0, content.length, begin);
    await handle.close();
    const text = content.toString('utf8');
    if (text.includes(sign)) return text;
    if (performance.now() > deadline) throw new Error('PostgreSQL wrote no statement into its log.');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const entry = /^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[(\d+)\] (\w+): {2}/;
const duration = /^duration: ([\d.]+) ms {2}(statement|parse|bind|execute)(?: [^:]*)?: ([\s\S]*)$/;

/**
 * The steps of a statement with values are logged separately, per process; one without values in one line.
 */
function parse(log: string): Statement[] {
  const statements: Statement[] = [];
  const open = new Map<string, Statement>();
  for (const { process, level, text } of entriesOf(log)) {
    const current = open.get(process);
    const [, milliseconds, step, statement] = (level === 'LOG' ? duration.exec(text) : null) ?? [];
    if (statement !== undefined) {
      const known =
        (step === 'bind' || step === 'execute') && current?.text === statement ? current : undefined;
      const found = known ?? { text: statement, literals: [], milliseconds: 0 };
      found.milliseconds += Number(milliseconds);
      open.set(process, found);
      if (step === 'execute' || step === 'statement') statements.push(found);
    } else if (level === 'DETAIL' && current !== undefined) {
      current.literals = literalsOf(text);
    }
  }
  return statements;
}

function entriesOf(log: string): { process: string; level: string; text: string }[] {
  const entries: { process: string; level: string; text: string }[] = [];
  for (const line of log.split('\n')) {
    const [head, process, level] = entry.exec(line) ?? [];
    const last = entries.at(-1);
    if (head !== undefined && process !== undefined && level !== undefined) {
      entries.push({ process, level, text: line.slice(head.length) });
    } else if (last !== undefined) {
      // Continuation lines of an entry are indented by a tab.
      last.text += `\n${line.slice(1)}`;
    }
  }
  return entries.map((one) => ({ ...one, text: one.text.trimEnd() }));
}

/** `Parameters: $1 = '25', $2 = NULL`, with quotes doubled as in SQL. */
function literalsOf(detail: string): string[] {
  return [...detail.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g)].map(([, literal]) => literal ?? 'NULL');
}

/** The values of `$1`, `$2` and so on as `pg` takes them, so that a statement is asked again as Quad asked it. */
export function valuesOf({ literals }: Statement): (string | null)[] {
  return literals.map((literal) => (literal === 'NULL' ? null : literal.slice(1, -1).replaceAll("''", "'")));
}

/** The statement with its values inserted. */
export function inlined({ text, literals }: Statement): string {
  return text.replace(/\$(\d+)/g, (_whole, place: string) => literals[Number(place) - 1] ?? 'NULL');
}
