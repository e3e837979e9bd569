let list: Promise<ReadonlySet<string>> | undefined;

/** The passwords that people choose most often, in lower case. Loaded with the first password, since it takes some memory. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((password) => password.toLowerCase())),
  );
  return list;
}
