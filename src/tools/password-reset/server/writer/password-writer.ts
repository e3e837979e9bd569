/** An account in the directory, as far as a password reset needs to know it. */
export interface Account {
  /** What the directory itself calls it; stays when the person is renamed. */
  readonly key: string;
  /** Its own address, in canonical form: everything about the account is kept and found by this one. */
  readonly email: string;
  /** Its own and any other that it is found by, in canonical form: what counts for one of them counts for the account. */
  readonly addresses: readonly string[];
  /** The person's. A new password must not contain parts of it. */
  readonly name: string;
  /** It can't be used, whatever its password. */
  readonly isDisabled: boolean;
  /** An administrator's: never reset by its owner, and never at the desk. */
  readonly isProtected: boolean;
  /** After too many wrong passwords; `null` if the directory doesn't say. */
  readonly isLocked: boolean | null;
  /** Changes with each new password, so that an earlier link no longer works; `null` if the directory doesn't say. */
  readonly stamp: string | null;
}

/** Where passwords are kept. Every call has its own time limit. */
export interface PasswordWriter {
  /** By any of its addresses. @returns `null` if there is no such account, or more than one. @throws DirectoryDown */
  find(email: string): Promise<Account | null>;
  /** @throws PasswordRefused with the directory's complaint, DirectoryDown, whose `isUnanswered` says if it may have changed */
  write(account: Account, password: string): Promise<void>;
  /** Lets someone try again after too many wrong passwords. Absent if that can't happen. @throws DirectoryDown */
  unlock?(account: Account): Promise<void>;
  /** Changes a password as its owner. Absent if people do that elsewhere. @throws as `write` does, and WrongPassword */
  change?(account: Pick<Account, 'key'>, old: string, fresh: string): Promise<void>;
  /** Checks that it answers, and that it lets us in. @throws DirectoryDown */
  check(): Promise<void>;
  /** Checks that our account may write, as far as the directory says without a change. Absent if it says nothing. @throws DirectoryDown */
  checkRights?(): Promise<void>;
}

/** The directory's own rules don't allow this password. The account is unchanged. */
export class PasswordRefused extends Error {
  override readonly name = 'PasswordRefused';
  /** A sentence for the person. */
  readonly complaint: string;

  constructor(complaint: string) {
    super('The directory refused a password.');
    this.complaint = complaint;
  }
}

/** The directory can't be reached, doesn't let us in, or doesn't do what we ask. */
export class DirectoryDown extends Error {
  override readonly name = 'DirectoryDown';
  /** For the log: `LDAP_49`, `ECONNREFUSED`. */
  readonly code: string;
  /** A write was sent and its outcome is uncertain, so it may have been done; otherwise nothing was changed. */
  readonly isUnanswered: boolean;
  /** It answered that it won't, such as when our account may not do this: another try would end the same way. */
  readonly isRefusal: boolean;

  constructor(
    code: string,
    {
      cause,
      isUnanswered = false,
      isRefusal = false,
      advice = '',
    }: {
      cause?: unknown;
      isUnanswered?: boolean;
      isRefusal?: boolean;
      /** What an operator has to change, if known. */
      advice?: string | undefined;
    } = {},
  ) {
    super(
      `The directory ${isRefusal ? 'refused' : 'did not answer'} a password reset: ${code}. ${advice}`.trim(),
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
    this.isUnanswered = isUnanswered;
    this.isRefusal = isRefusal;
  }
}

/** Not the password that the account has. */
export class WrongPassword extends Error {
  override readonly name = 'WrongPassword';
}
