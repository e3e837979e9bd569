// Tries a profile of campus/tools/pcard.yaml on a file, without the portal: npm run pcard -- --profile NAME FILE
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { RowError } from '../../../platform/contract/problem.ts';
import { sayPlace } from '../../../platform/server/csv/scan-records.ts';
import { type SettingMistake, SettingsError } from '../../../platform/server/settings/mistakes.ts';
import { readToolSettings } from '../../../platform/server/settings/tool-settings.ts';
import type { Profile } from '../contract/profile.ts';
import { pcardSettings } from '../settings.ts';
import { readTransactions } from './input/read-transactions.ts';
import { accountError, makeJournal } from './journal/make-journal.ts';
import { writeJournal } from './journal/write-journal.ts';

const help = `Tries a profile of campus/tools/pcard.yaml on a file. Nothing is kept.

  npm run --silent pcard -- --profile NAME [--number J1126] FILE

Writes the journal to standard output, and to standard error why each line has its account, or what is wrong in which row.
The file - is standard input. Without a file it checks the profiles and lists them.`;

const say = (line: string) => void process.stderr.write(`${line}\n`);

function readProfiles(): Readonly<Record<string, Profile>> {
  const mistakes: SettingMistake[] = [];
  const campusFolder = path.resolve(process.env.QUAD_CAMPUS?.trim() || 'campus');
  const settings = readToolSettings('pcard', pcardSettings, { campusFolder, variables: {} }, mistakes);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return settings.campus.profiles;
}

function sayErrors(errors: readonly RowError[]): number {
  for (const error of errors.toSorted((a, b) => a.row - b.row))
    say(`${sayPlace(error)}${error.message}${error.value === '' ? '' : ` (${error.value})`}`);
  say(`${errors.length === 1 ? '1 mistake' : `${errors.length} mistakes`}. No journal was made.`);
  return 1;
}

/** `/dev/stdin` would be opened again, which a container's user may not do. */
async function read(file: string): Promise<Buffer> {
  return file === '-' ? buffer(process.stdin) : readFileSync(file);
}

async function tryProfile(profile: Profile, number: string, file: string): Promise<number> {
  const { transactions, errors } = await readTransactions(await read(file), profile.input);
  const journal = await makeJournal(transactions, profile, number);
  const unmapped = journal.unmapped.map((one) =>
    accountError(one, profile, 'No rule gives this an account.'),
  );
  const mistakes = [...errors, ...journal.errors, ...unmapped];
  if (mistakes.length > 0) return sayErrors(mistakes);
  const written = await writeJournal(journal, profile.output);
  if ('errors' in written) return sayErrors(written.errors);
  for (const { line, account, rule, source } of journal.lines)
    say(`Line ${line}: ${account} ${source === null ? '' : `from row ${source.row}, `}${rule}`);
  for (const { row } of journal.dropped) say(`Row ${row}: the amount is zero, so it is not in the journal.`);
  process.stdout.write(written.text);
  return 0;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      profile: { type: 'string' },
      number: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  const profiles = readProfiles();
  const [file] = positionals;
  if (file === undefined) {
    say('No mistakes. The profiles are:');
    for (const [name, { title }] of Object.entries(profiles)) say(`  ${name}: ${title}`);
    return 0;
  }
  const profile = profiles[values.profile ?? Object.keys(profiles)[0] ?? ''];
  if (profile === undefined) {
    say(`This profile doesn't exist. Choose one of ${Object.keys(profiles).join(', ')}.`);
    return 1;
  }
  const { number = 'J0126' } = values;
  if (!/^J(0[1-9]|1[0-2])\d\d$/.test(number)) {
    say('Enter the number as J, the month, and the year, such as J1126.');
    return 1;
  }
  return tryProfile(profile, number, file);
}

try {
  process.exitCode = await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
