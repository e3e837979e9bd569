import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { mistakesOf, type SettingMistake } from '../../platform/server/settings/mistakes.ts';
import { pcardSettings } from './settings.ts';

/** What a start says about the file. */
function mistakesIn(written: unknown): string[] {
  const campus = pcardSettings.campus.safeParse(written);
  const mistakes: SettingMistake[] = [];
  if (campus.success) pcardSettings.check({ campus: campus.data, environment: {} }, { file: 'f', mistakes });
  else mistakes.push(...mistakesOf(campus.error, 'f'));
  return mistakes.map(({ where, what }) => `${where}: ${what}`);
}

const shipped = () => parse(readFileSync('campus/tools/pcard.yaml', 'utf8'));

test('the profiles that ship have no mistakes', () => {
  expect(mistakesIn(shipped())).toEqual([]);
});

test('every mistake in the shape is named with its place', () => {
  const file = shipped();
  const profile = file.profiles['bank-colleague'];
  profile.input.dates = 'DD.MM.YYYY';
  profile.input.columns.amount = 8;
  profile.accounts.rules.push({ merchant: 'X', account: 10120061010 }, { card: 4821, acount: '1' });
  profile.output.kind = 'peoplesoft';
  profile.offset.acount = 'x';
  const said = mistakesIn(file);
  for (const part of [
    'bank-colleague.input.dates: Use one of MM/DD/YYYY',
    'bank-colleague.input.columns.amount: Write the name of the column',
    'bank-colleague.accounts.rules.4: A rule has "column: true", an account in quotes',
    'bank-colleague.accounts.rules.5: A rule has',
    'bank-colleague.output.kind',
    'bank-colleague.offset',
  ])
    expect(said.filter((one) => one.startsWith(`f, profiles.${part}`))).toHaveLength(1);
  expect(said).toHaveLength(6);
});

test('invalid accounts, rules that are never used, and columns that are missing are named', () => {
  const file = shipped();
  const { 'bank-colleague': bank, 'visa-banner': visa, 'mastercard-csv': mastercard } = file.profiles;
  bank.offset.account = '101000209';
  bank.accounts.rules.push({ mcc: '4000-3000', account: '10120061010' });
  delete bank.input.columns.account;
  visa.accounts.rules.unshift({ account: '11000099900079902000' });
  visa.offset.account = '11000000000021050000';
  mastercard.accounts.pattern = '(';
  expect(mistakesIn(file)).toEqual([
    'f, profiles.bank-colleague.accounts.rules.4.mcc: "4000-3000" ends before it starts.',
    'f, profiles.bank-colleague.offset.account: "101000209" does not match the pattern of accounts.',
    'f, profiles.bank-colleague.accounts.rules.1: The input has no column "account".',
    'f, profiles.visa-banner.accounts.rules.0: This rule fits every transaction, so the ones after it are never used.',
    'f, profiles.visa-banner.offset.account: Write {fund} where the fund goes.',
    'f, profiles.mastercard-csv.accounts.pattern: This is not a regular expression.',
  ]);
});
