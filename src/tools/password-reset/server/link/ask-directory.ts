import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import type { Refusal } from '../../../../platform/server/refusal/refusal.ts';
import type { changeOwnPassword, setPassword, unlockAccount } from '../../contract.ts';
import {
  type Account,
  DirectoryDown,
  PasswordRefused,
  type PasswordWriter,
} from '../writer/password-writer.ts';

type PasswordCall = typeof setPassword | typeof changeOwnPassword;
type DirectoryCall = PasswordCall | typeof unlockAccount;

/** @throws Refusal `directory-down` or `directory-refuses`: nothing was changed. */
export async function findAccount(
  writer: PasswordWriter,
  email: string,
  call: PasswordCall,
): Promise<Account | null> {
  try {
    return await writer.find(email);
  } catch (error) {
    if (!(error instanceof DirectoryDown)) throw error;
    throw directoryDown(call, error);
  }
}

/**
 * Why the outcome of a write is uncertain, so that no one knows whether the password has changed; `null` if it has.
 * @throws Refusal `weak-password`, `directory-down`, or `directory-refuses`: nothing was changed.
 */
export async function lostAnswer(writing: Promise<void>, call: PasswordCall): Promise<DirectoryDown | null> {
  try {
    await writing;
    return null;
  } catch (error) {
    if (error instanceof PasswordRefused)
      throw refusalOf(call, 'weak-password', { fields: { password: error.complaint } });
    if (!(error instanceof DirectoryDown)) throw error;
    if (error.isUnanswered) return error;
    throw directoryDown(call, error);
  }
}

/** The refusal that says whether another try may help. Nothing was changed. */
export function directoryDown(call: DirectoryCall, cause: DirectoryDown): Refusal {
  return cause.isRefusal
    ? refusalOf(call, 'directory-refuses', { cause })
    : refusalOf(call, 'directory-down', { cause, retryAfterSeconds: 60 });
}
