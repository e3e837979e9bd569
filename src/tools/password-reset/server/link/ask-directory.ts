import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import type { changeOwnPassword, setPassword } from '../../contract.ts';
import { type Account, DirectoryDown, type PasswordWriter } from '../writer/password-writer.ts';

/** @throws Refusal `directory-down`: nothing was changed. */
export async function findAccount(
  writer: PasswordWriter,
  email: string,
  call: typeof setPassword | typeof changeOwnPassword,
): Promise<Account | null> {
  try {
    return await writer.find(email);
  } catch (error) {
    if (!(error instanceof DirectoryDown)) throw error;
    throw refusalOf(call, 'directory-down', { cause: error, retryAfterSeconds: 60 });
  }
}

/** Why there was no answer to a write, so that no one knows whether the password has changed; `null` when it has. */
export async function lostAnswer(writing: Promise<void>): Promise<DirectoryDown | null> {
  try {
    await writing;
    return null;
  } catch (error) {
    if (error instanceof DirectoryDown) return error;
    throw error;
  }
}
