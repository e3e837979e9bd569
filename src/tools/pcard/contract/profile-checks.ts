import type { Profile } from './profile.ts';

interface ProfileMistake {
  /** The path within the profile. */
  where: string;
  what: string;
}

/** What the shape of a profile can't check: invalid accounts, and rules that can't be met. */
export function findProfileMistakes(profile: Profile): ProfileMistake[] {
  const mistakes: ProfileMistake[] = [];
  const add = (where: string, what: string) => void mistakes.push({ where, what });
  checkAccounts(profile, add);
  checkColumns(profile, add);
  return mistakes;
}

type Add = (where: string, what: string) => void;

function checkAccounts({ accounts, offset, output }: Profile, add: Add): void {
  const pattern = wholePattern(accounts.pattern);
  if (pattern === null) {
    add('accounts.pattern', 'This is not a regular expression.');
    return;
  }
  for (const [at, rule] of accounts.rules.entries()) {
    if ('account' in rule && !pattern.test(rule.account))
      add(`accounts.rules.${at}.account`, `"${rule.account}" does not match the pattern of accounts.`);
    const [from, to = from] = rule.mcc?.split('-').map(Number) ?? [];
    if (from !== undefined && to !== undefined && to < from)
      add(`accounts.rules.${at}.mcc`, `"${rule.mcc}" ends before it starts.`);
    const isForAll = rule.card === undefined && rule.merchant === undefined && rule.mcc === undefined;
    if (isForAll && !('column' in rule) && at < accounts.rules.length - 1)
      add(`accounts.rules.${at}`, 'This rule fits every transaction, so the ones after it are never used.');
  }
  if (offset.mode === 'per-fund') {
    if (!offset.account.includes('{fund}')) add('offset.account', 'Write {fund} where the fund goes.');
    const sample = offset.account.replaceAll('{fund}', '0'.repeat(offset.fund.length));
    if (!pattern.test(sample)) add('offset.account', `"${sample}" does not match the pattern of accounts.`);
  } else if (!pattern.test(offset.account)) {
    add('offset.account', `"${offset.account}" does not match the pattern of accounts.`);
  }
  if (output.kind !== 'banner') return;
  for (const [name, part] of Object.entries(output.parts))
    if (part !== undefined && part.length > 6)
      add(`output.parts.${name}`, 'A part has at most 6 characters in Banner.');
}

/** The rules and the offset can only use what the input has. */
function checkColumns({ input, accounts, date }: Profile, add: Add): void {
  const has = (field: 'account' | 'mcc' | 'posted') =>
    'columns' in input ? input.columns[field] !== undefined : field !== 'account';
  for (const [at, rule] of accounts.rules.entries()) {
    if ('column' in rule && !has('account'))
      add(`accounts.rules.${at}`, 'The input has no column "account".');
    if (rule.mcc !== undefined && !has('mcc'))
      add(`accounts.rules.${at}.mcc`, 'The input has no column "mcc".');
  }
  if (date === 'posting' && !has('posted')) add('date', 'The input has no column "posted".');
}

/** The pattern for the whole of an account; `null` for one that can't be read. */
export function wholePattern(pattern: string): RegExp | null {
  try {
    return new RegExp(`^(?:${pattern})$`);
  } catch {
    return null;
  }
}
