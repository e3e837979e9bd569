import type { Refusal } from '../../../../platform/server/refusal/refusal.ts';
import { judgePassword, longestPassword } from '../../contract/password-rules.ts';
import type { Reset } from '../reset.ts';
import type { Account } from '../writer/password-writer.ts';
import { commonPasswords } from './common-passwords.ts';

/** Our own rules, and the list of breached passwords if the college uses one, before the directory's. @throws what `refuse` makes of the first sentence */
export async function demandGoodPassword(
  { campus, isBreached }: Pick<Reset, 'campus' | 'isBreached'>,
  { name, email }: Pick<Account, 'name' | 'email'>,
  password: string,
  refuse: (message: string) => Refusal,
): Promise<void> {
  const { minimumLength } = campus;
  const common = await commonPasswords();
  const {
    length,
    common: isUncommon,
    name: hasNoName,
  } = judgePassword(password, { minimumLength, names: [name, email], common });
  if (!length) throw refuse(`Use ${minimumLength} to ${longestPassword} characters.`);
  if (!isUncommon)
    throw refuse(
      'This password is too easy to guess. Use several words that have nothing to do with each other.',
    );
  if (!hasNoName) throw refuse("Don't use your name or your username in it.");
  if (await isBreached?.(password))
    throw refuse('This password is known from a data breach at another site. Choose another one.');
}
