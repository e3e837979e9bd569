import type pg from 'pg';
import { jobTablesStatements, keptJobTables } from '../jobs/jobs-backup.ts';
import { jobsSchema } from '../jobs/jobs-table.ts';
import type { Archive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { listTables, quoted, readScaffold, type TableOfDatabase } from './catalog.ts';
import { settle } from './connection.ts';
import { copyIn } from './copy.ts';
import type { BackedUpTable } from './manifest.ts';

/**
 * Fills the tables that the migrations created with the rows of the backup.
 * @returns What had no place there.
 */
export async function fillTables(client: pg.ClientBase, archive: Archive): Promise<string[]> {
  const { tables, sequences } = archive.manifest;
  if (tables.some(({ schema }) => schema === jobsSchema)) {
    await client.query(jobTablesStatements());
    // Those statements set their own limits.
    await settle(client);
  }
  const scaffold = await readScaffold(client);
  for (const statement of scaffold.remove) await client.query(statement);
  const places = new Map((await listTables(client)).map((table) => [quoted(table), table]));
  const leftOut: string[] = [];
  for (const table of tables) {
    leftOut.push(...(await fillTable(client, archive, table, places.get(quoted(table)))));
  }
  for (const { schema, sequence, value } of sequences) {
    await client.query('select setval(to_regclass(format($$%I.%I$$, $1::text, $2::text)), $3)', [
      schema,
      sequence,
      value,
    ]);
  }
  for (const statement of scaffold.restore) await client.query(statement);
  return leftOut;
}

async function fillTable(
  client: pg.ClientBase,
  archive: Archive,
  table: BackedUpTable,
  place: TableOfDatabase | undefined,
): Promise<string[]> {
  const isKnown = table.schema !== jobsSchema || keptJobTables.includes(table.table);
  if (place === undefined || !isKnown) return [`the table ${table.table} (${table.rows} rows)`];
  // What a migration itself writes into its tables is among the rows of the backup.
  await client.query(`delete from ${quoted(table)}`);
  const known = new Set(place.columns.map(({ name }) => name));
  const lost = table.columns.filter(({ name }) => !known.has(name));
  const rows =
    lost.length === 0
      ? await copyIn(client, copyStatement(client, quoted(table), table), archive.read(table))
      : await fillCommonColumns(client, archive, table, known);
  if (rows !== table.rows) {
    throw new BackupError(
      `The table ${table.table} has ${rows} rows, but the backup says ${table.rows}. Nothing was changed.`,
    );
  }
  return lost.map(({ name }) => `the column ${name} of the table ${table.table}`);
}

function copyStatement(client: pg.ClientBase, target: string, { columns }: BackedUpTable): string {
  return `copy ${target} (${columns.map(({ name }) => client.escapeIdentifier(name)).join(', ')}) from stdin`;
}

/** A pg-boss table in a different version, or one that was widened by hand: what both have is kept. */
async function fillCommonColumns(
  client: pg.ClientBase,
  archive: Archive,
  table: BackedUpTable,
  known: ReadonlySet<string>,
): Promise<number> {
  const name = (column: { name: string }) => client.escapeIdentifier(column.name);
  const columns = table.columns.map((column) => `${name(column)} ${column.type}`);
  await client.query(`create temporary table restored_rows (${columns.join(', ')}) on commit drop`);
  const rows = await copyIn(client, copyStatement(client, 'restored_rows', table), archive.read(table));
  const common = table.columns
    .filter((column) => known.has(column.name))
    .map(name)
    .join(', ');
  await client.query(
    `insert into ${quoted(table)} (${common}) overriding system value select ${common} from restored_rows`,
  );
  await client.query('drop table restored_rows');
  return rows;
}
