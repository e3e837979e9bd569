import type { AccountRule, Profile } from '../../contract/profile.ts';
import { wholePattern } from '../../contract/profile-checks.ts';
import type { Transaction } from '../input/transaction.ts';

/** The account of a transaction and the rule that chose it, or why there is none. */
export type FoundAccount = { account: string; rule: string } | { problem: string; isUnmapped: boolean };

/** Finds accounts by the rules of a profile, in their order. */
export function accountFinder({ pattern, removeDashes, rules }: Profile['accounts']) {
  const allowed = wholePattern(pattern);
  const said = rules.map((rule, at) => `Rule ${at + 1}: ${sayRule(rule)}`);
  return (transaction: Transaction): FoundAccount => {
    for (const [at, rule] of rules.entries()) {
      if (!fits(rule, transaction)) continue;
      if ('refuse' in rule) return { problem: rule.refuse, isUnmapped: false };
      if ('account' in rule) return { account: rule.account, rule: said[at] ?? '' };
      const written = removeDashes ? transaction.account.replace(/[-. ]/g, '') : transaction.account;
      if (written === '') continue;
      if (allowed?.test(written) === true) return { account: written, rule: said[at] ?? '' };
      return { problem: sayNoAccount(transaction.account), isUnmapped: false };
    }
    return { problem: 'No rule of the profile gives this transaction an account.', isUnmapped: true };
  };
}

function sayNoAccount(written: string): string {
  return /^\d(\.\d+)?E\+?\d+$/i.test(written)
    ? 'A spreadsheet has shortened this account. Format its column as text, and enter the accounts again.'
    : 'This is not an account of the college. Correct it.';
}

function fits({ card, merchant, mcc }: AccountRule, transaction: Transaction): boolean {
  if (card !== undefined && card !== transaction.card) return false;
  if (merchant !== undefined && !transaction.merchant.toLowerCase().includes(merchant.toLowerCase()))
    return false;
  if (mcc === undefined) return true;
  const [from, to = from] = mcc.split('-').map(Number);
  const code = /^\d+$/.test(transaction.mcc) ? Number(transaction.mcc) : Number.NaN;
  return from !== undefined && to !== undefined && code >= from && code <= to;
}

function sayRule(rule: AccountRule): string {
  const conditions = [
    rule.card === undefined ? '' : `card ${rule.card}`,
    rule.merchant === undefined ? '' : `merchant has "${rule.merchant}"`,
    rule.mcc === undefined ? '' : `category ${rule.mcc}`,
  ].filter((text) => text !== '');
  const what =
    'column' in rule ? 'the account in the file' : conditions.length === 0 ? 'everything else' : '';
  const when = conditions.join(' and ');
  return what === '' ? when : when === '' ? what : `${what}, where ${when}`;
}
