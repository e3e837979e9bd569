import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { SaxesParser } from 'saxes';

const program = '/usr/bin/soffice';

/** Why LibreOffice cannot open files here; `null` where it can. */
export function spreadsheetMissing(): string | null {
  if (process.env.QUAD_PEERS !== '1') return 'QUAD_PEERS is not 1';
  return existsSync(program) ? null : 'libreoffice-calc-nogui is not installed';
}

export interface SpreadsheetCell {
  text: string;
  /** Of a cell that is a number. */
  number: number | null;
  formula: string | null;
}

/** Comma, quotes, UTF-8, from line 1, all columns as they look, American English, quoted cells as they look, dates recognized. */
const asTyped = 'CSV:44,34,76,1,,1033,false,true';

/** Opens CSV files in LibreOffice, all in one go. @returns Their cells, by the names of the files */
export async function openInSpreadsheet(
  files: ReadonlyMap<string, string>,
): Promise<Map<string, SpreadsheetCell[][]>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-spreadsheet-'));
  try {
    const at = (name: string) => path.join(folder, `${name}.csv`);
    for (const [name, text] of files) writeFileSync(at(name), text);
    const opened = path.join(folder, 'opened');
    mkdirSync(opened);
    await promisify(execFile)(
      program,
      [
        `-env:UserInstallation=file://${folder}/profile`,
        ...['--headless', '--norestore', `--infilter=${asTyped}`, '--convert-to', 'fods', '--outdir', opened],
        ...[...files.keys()].map(at),
      ],
      { timeout: 120_000, env: { PATH: process.env.PATH, HOME: folder } },
    );
    const cellsIn = (name: string) => readCells(readFileSync(path.join(opened, `${name}.fods`), 'utf8'));
    return new Map([...files.keys()].map((name) => [name, cellsIn(name)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The cells of a flat OpenDocument file, whose format has runs of equal cells and of blanks. */
function readCells(document: string): SpreadsheetCell[][] {
  const rows: SpreadsheetCell[][] = [];
  let row: SpreadsheetCell[] = [];
  let cell: SpreadsheetCell = { text: '', number: null, formula: null };
  let repeated = 1;
  let paragraphs = 0;
  let isText = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const of = (attribute: string) => attributes[attribute] as string | undefined;
    if (name === 'table:table-row') row = [];
    if (name === 'table:table-cell') {
      const number = of('office:value-type') === 'float' ? Number(of('office:value')) : null;
      cell = { text: '', number, formula: of('table:formula') ?? null };
      repeated = Number(of('table:number-columns-repeated') ?? 1);
      paragraphs = 0;
    }
    if (name === 'text:p') {
      if (paragraphs > 0) cell.text += '\n';
      paragraphs += 1;
      isText = true;
    }
    if (name === 'text:s') cell.text += ' '.repeat(Number(of('text:c') ?? 1));
    if (name === 'text:tab') cell.text += '\t';
  });
  parser.on('text', (text) => {
    if (isText) cell.text += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'text:p') isText = false;
    // The last run of a row is what is empty to its right.
    if (name === 'table:table-cell' && repeated < 1_000)
      row.push(...Array.from({ length: repeated }, () => cell));
    if (name === 'table:table-row') rows.push(row);
  });
  parser.write(document).close();
  return rows;
}
