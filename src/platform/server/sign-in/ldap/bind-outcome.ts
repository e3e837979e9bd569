import type { Entry } from 'ldapts';
import { endOf } from '../../ldap/account-state.ts';
import { textOf } from '../../ldap/attributes.ts';
import type { RefusedBind } from '../../ldap/ldap-failure.ts';

/** Why a name and a password did not sign anyone in: only for the log, since it says which accounts exist. */
export type BindFinding =
  | 'unknown'
  | 'ambiguous'
  | 'password'
  | 'disabled'
  | 'account-expired'
  | 'password-expired'
  | 'must-change'
  | 'locked'
  | 'not-now'
  | 'not-here';

/** Codes that Active Directory adds to result 49 (winerror.h, ERROR_LOGON_FAILURE and what follows it). */
const byData: Readonly<Record<string, BindFinding>> = {
  '525': 'unknown',
  '52e': 'password',
  '530': 'not-now',
  '531': 'not-here',
  '532': 'password-expired',
  '533': 'disabled',
  '701': 'account-expired',
  '773': 'must-change',
  '775': 'locked',
};

/** Errors of the password policy control (draft-behera-ldap-password-policy-11, section 6.2). */
const byPolicy: Readonly<Record<number, BindFinding>> = {
  0: 'password-expired',
  1: 'locked',
  2: 'must-change',
};

export function findingOfPolicy(error: number | undefined): BindFinding | null {
  return error === undefined ? null : (byPolicy[error] ?? null);
}

/** What a refused bind means; a server that says only "invalid credentials" may say more in the entry. */
export function findingOfBind(
  refused: RefusedBind,
  policyError: number | undefined,
  entry: Entry,
): BindFinding {
  const said = byData[refused.data] ?? findingOfPolicy(policyError);
  if (said !== null && said !== undefined) return said;
  const end = endOf(entry);
  if (end !== null) return end;
  return textOf(entry, 'pwdAccountLockedTime') === '' ? 'password' : 'locked';
}
