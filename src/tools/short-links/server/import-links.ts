import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { withoutFormulaGuard } from '../../../platform/contract/formula.ts';
import type { RowError } from '../../../platform/contract/problem.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import { takeTurns } from '../../../platform/server/concurrency/take-turns.ts';
import { type CsvRow, readCsv } from '../../../platform/server/csv/read-csv.ts';
import { refuseBadRows } from '../../../platform/server/csv/refuse-rows.ts';
import type { CallContext, UploadedFile } from '../../../platform/server/http/context.ts';
import { typedMoment } from '../../../platform/server/time/typed-moment.ts';
import { importLinks, largestImport, newLink } from '../contract.ts';
import { auditLink } from './audit.ts';
import { authorOf, sorted, tellOwners } from './operations.ts';
import { selectTakenNames } from './queries.ts';
import { isReserved, leadsToShortLink, mayAddFor, noSuchGroup } from './rules.ts';
import type { ShortLinks } from './short-links.ts';
import { insertLinks } from './write-queries.ts';

type Column = 'shortUrl' | 'longUrl' | 'expirationDate' | 'ownerGroups';
type Record_ = CsvRow<Column>;

interface ImportedLink {
  row: number;
  id: string;
  name: string;
  short_url: string;
  long_url: string;
  expires_at: string | null;
  owner_groups: readonly string[];
}

const mostShown = 200;

const dateFormats =
  'Enter a date as 2027-06-30, 6/30/2027, or 2027-06-30 23:59, in a year from 2000 to 2100.';

/** Adds all links of a file, or none and says what is wrong in which row. */
export async function handleImportLinks(
  links: ShortLinks,
  { actor, change, reader }: CallContext<SignedInActor>,
  [file]: readonly UploadedFile[],
): Promise<{ data: { added: number } }> {
  const content = await readCsv<Column>(file?.bytes ?? Buffer.alloc(0), {
    columns: ['shortUrl', 'longUrl'],
    optional: ['expirationDate', 'ownerGroups'],
    maxRows: largestImport.rows,
  });
  const { valid, errors } = await check(content.rows, links);
  const taken = await selectTakenNames(
    reader,
    valid.map(({ name }) => name),
  );
  refuseBadRows(importLinks, [...content.errors, ...errors, ...takenErrors(valid, taken)]);

  // In the order of the names, so that two imports with names in common cannot deadlock.
  const inOrder = valid.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const author = authorOf(actor);
  const combinations = new Map(valid.map(({ owner_groups: groups }) => [groups.join('\n'), groups]));
  const owners = [...combinations.values()];
  return change(async (unit) => {
    unit.demand(mayAddFor(actor, owners.flat(), links));
    const added = await insertLinks(unit.transaction, inOrder, author);
    const missed = inOrder.filter(({ id }) => !added.has(id));
    // Someone else took a name since it was looked up.
    refuseBadRows(importLinks, takenErrors(missed, new Set(missed.map(({ name }) => name))));
    const turn = takeTurns();
    for (const link of valid) {
      auditLink(unit, 'short-link.import', null, link);
      await turn();
    }
    await tellOwners(links, unit, owners);
    return { data: { added: added.size } };
  });
}

async function check(rows: readonly Record_[], links: ShortLinks) {
  const valid: ImportedLink[] = [];
  const errors: RowError[] = [];
  const firstRows = new Map<string, number>();
  const turn = takeTurns();
  for (const record of rows) {
    const found = checkRow(record, links, firstRows);
    if (Array.isArray(found)) errors.push(...found);
    else valid.push(found);
    await turn();
  }
  return { valid, errors };
}

function checkRow(
  { row, values }: Record_,
  links: ShortLinks,
  firstRows: Map<string, number>,
): ImportedLink | RowError[] {
  const error = (column: Column, message: string): RowError => ({
    row,
    column,
    value: shown(values[column]),
    message,
  });
  const ends = values.expirationDate.trim();
  const expirationDate = ends === '' ? null : (typedMoment(ends, links.timeZone) ?? ends);
  const parsed = newLink.safeParse({
    // A file that was exported here, or went through a spreadsheet, may have the guard, in a target after a `;`.
    shortUrl: withoutFormulaGuard(values.shortUrl),
    longUrl: withSmallScheme(withoutFormulaGuard(values.longUrl)),
    expirationDate,
    ownerGroups: groupsOf(withoutFormulaGuard(values.ownerGroups)),
  });
  const errors = parsed.success ? [] : firstOfEach(parsed.error, error);
  const shortUrl = parsed.success ? parsed.data.shortUrl : withoutFormulaGuard(values.shortUrl).trim();
  const name = shortUrl.toLowerCase();
  const first = firstRows.get(name);
  if (first !== undefined && name !== '')
    errors.push(error('shortUrl', `This short URL is also in row ${first}.`));
  else firstRows.set(name, row);
  if (isReserved(shortUrl, links.reserved)) errors.push(error('shortUrl', 'This short URL is reserved.'));
  if (!parsed.success) return errors;
  const target = new URL(parsed.data.longUrl);
  if (leadsToShortLink(target, links.publicUrl)) {
    errors.push(error('longUrl', "A short link can't go to another short link."));
  }
  const owner_groups = sorted(parsed.data.ownerGroups ?? []);
  const stranger = owner_groups.find((group) => !links.knownGroups.includes(group));
  if (stranger !== undefined) errors.push(error('ownerGroups', noSuchGroup(stranger)));
  if (errors.length > 0) return errors;
  const expires_at = parsed.data.expirationDate ?? null;
  return { row, id: uuid(), name, short_url: shortUrl, long_url: target.href, expires_at, owner_groups };
}

/** A cell as an export writes it, with commas between its groups. */
function groupsOf(cell: string): string[] {
  return cell
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
}

/** The first message of each column. */
function firstOfEach(invalid: z.ZodError, error: (column: Column, message: string) => RowError): RowError[] {
  const columns = new Map<Column, RowError>();
  for (const issue of invalid.issues) {
    const column = issue.path[0] as Column;
    const message = column === 'expirationDate' ? dateFormats : issue.message;
    if (!columns.has(column)) columns.set(column, error(column, message));
  }
  return [...columns.values()];
}

/** Spreadsheets like to start a cell with a capital: `Https://` and `HTTPS://` mean the same. */
function withSmallScheme(address: string): string {
  return address.trim().replace(/^https?:\/\//i, (scheme) => scheme.toLowerCase());
}

function takenErrors(candidates: readonly ImportedLink[], taken: ReadonlySet<string>): RowError[] {
  return candidates
    .filter(({ name }) => taken.has(name))
    .map(({ row, short_url }) => ({
      row,
      column: 'shortUrl',
      value: short_url,
      message: 'This short URL is already taken.',
    }));
}

function shown(value: string): string {
  return value.length > mostShown ? `${value.slice(0, mostShown)}…` : value;
}
