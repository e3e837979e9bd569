import type { ResultCodeError } from 'ldapts';
import { connectionAdvice } from '../outside/connection-advice.ts';

/** Results of a bind that are about the account, not about the server (RFC 4511, appendix A.2). */
const refusedBinds: ReadonlySet<number> = new Set([
  19, // constraint violation: 389 Directory Server, after too many wrong passwords
  32, // no such object
  34, // invalid DN syntax
  48, // inappropriate authentication: the entry has no password
  49, // invalid credentials
  50, // insufficient access
  53, // unwilling to perform: an account that was disabled
]);

const limited =
  'The server sends the service account no more than a limit of its own allows. Raise that for the account: in OpenLDAP, it is olcLimits.';

/** What to change after a result (RFC 4511, appendix A.2). */
const byResult: Readonly<Record<number, string>> = {
  3: limited, // time limit exceeded
  4: limited, // size limit exceeded
  11: limited, // administrative limit exceeded
  10: 'The server has only a copy of this, or none, and refers to another one. Name that one as url.',
  50: "The service account may not do this. Check what the server lets it read and write, and that its password doesn't have to be changed first.",
};

const named = {
  what: 'server',
  setting: 'url',
  authority: 'as ca',
  ports: '636 for ldaps://, and 389 for ldap:// with startTls',
};

/** The directory server could not be reached, or did not do what we asked. Says nothing about a person. */
export class LdapFailure extends Error {
  /** For the log: `LDAP_49`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
  readonly code: string;
  /** The result code of LDAP; `null` if there was no result. */
  readonly result: number | null;
  /** What an operator has to change, if known. */
  readonly advice: string | undefined;

  constructor(code: string, details: { result?: number; advice?: string | undefined } = {}) {
    super(`The directory server failed: ${code}.`);
    this.name = 'LdapFailure';
    this.code = code;
    this.result = details.result ?? null;
    this.advice = details.advice ?? connectionAdvice(code, named);
  }

  /** Any error of the library or the connection, without its message: a server may repeat names in it. */
  static from(error: unknown): LdapFailure {
    if (error instanceof LdapFailure) return error;
    if (isResult(error))
      return new LdapFailure(`LDAP_${error.code}`, { result: error.code, advice: byResult[error.code] });
    return new LdapFailure(codeOf(error));
  }
}

/** A bind that the server refused because of the account. */
export class RefusedBind extends Error {
  readonly result: number;
  /** Active Directory's code that says why, such as `533`; '' elsewhere. */
  readonly data: string;

  constructor(result: number, data: string) {
    super(`The directory server refused a bind: ${result} ${data}`);
    this.name = 'RefusedBind';
    this.result = result;
    this.data = data;
  }
}

/** A refused bind, or a failure of the server. */
export function bindFailure(error: unknown): RefusedBind | LdapFailure {
  if (!isResult(error) || !refusedBinds.has(error.code)) return LdapFailure.from(error);
  return new RefusedBind(
    error.code,
    /\bdata ([0-9a-f]{3,4})\b/i.exec(error.message)?.[1]?.toLowerCase() ?? '',
  );
}

/** Results of a change that are about the values (RFC 4511, appendix A.2). */
const refusedChanges: ReadonlySet<number> = new Set([
  19, // constraint violation
  53, // unwilling to perform
]);

/** A change that the server refused because of its values, such as a password that violates its policy. */
export class RefusedChange extends Error {
  readonly result: number;
  /** Active Directory's code that says why, such as `0000052D`; '' elsewhere. */
  readonly data: string;

  constructor(result: number, data: string) {
    super(`The directory server refused a change: ${result} ${data}`);
    this.name = 'RefusedChange';
    this.result = result;
    this.data = data;
  }
}

/** A refused change, or a failure of the server. */
export function changeFailure(error: unknown): RefusedChange | LdapFailure {
  if (!isResult(error) || !refusedChanges.has(error.code)) return LdapFailure.from(error);
  return new RefusedChange(error.code, /\b([0-9A-F]{8}):/i.exec(error.message)?.[1]?.toUpperCase() ?? '');
}

function isResult(error: unknown): error is ResultCodeError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The library reports these only in its messages.
  if (/timed? ?out|timeout/i.test(error.message)) return 'ETIMEDOUT';
  if (/socket error|connection closed|not established/i.test(error.message)) return 'ECONNRESET';
  return error.name;
}
