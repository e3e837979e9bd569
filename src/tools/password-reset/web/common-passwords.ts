import { dictionary } from '@zxcvbn-ts/language-common';

/** The passwords that people choose most often, in lower case: the server's list. */
export function loadCommonPasswords(): ReadonlySet<string> {
  return new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));
}
