import type { Generated } from 'kysely';
import {
  type Reader,
  readTables,
  type WriteTransaction,
  writeTables,
} from '../../../platform/server/db/database.ts';
import type { IdKind } from '../contract.ts';

export type Outcome = 'unknown' | 'refused' | 'matched' | 'sent' | 'not-sent';

export interface AttemptsTable {
  id: string;
  /** As it was typed, in canonical form. */
  principal_email: string;
  client_address: string;
  user_agent: string;
  referrer: string;
  /** What was typed, encrypted; `null` once it was removed. */
  payload: string | null;
  outcome: Outcome;
  /** Why, for IT. */
  reasons: string[];
  created_at: Generated<Date>;
}
export interface ExclusionsTable {
  id: string;
  principal_email: string;
  reason: string;
  created_at: Generated<Date>;
  created_by_id: string | null;
  created_by: string;
  expires_at: Date;
  noticed_at: Date | null;
  /** Whose address it was when it was excluded: they may get a different one. */
  person_ids: Generated<string[]>;
  directory_keys: Generated<string[]>;
}
export interface LinksTable {
  id: string;
  token_hash: Buffer;
  principal_email: string;
  /** What the directory calls the account. */
  account_key: string;
  /** The directory's stamp for the password that it had when the link was created. */
  stamp: string | null;
  attempt_id: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  state: Generated<'open' | 'claimed' | 'used' | 'ended'>;
  /** How many times someone started to use it: the directory may refuse a password, and then it is open again. */
  claims: Generated<number>;
}
export interface DeskTable {
  id: string;
  principal_email: string;
  /** As the directory had it. */
  name: string;
  id_kind: IdKind;
  started_at: Generated<Date>;
  started_by_id: string;
  started_by: string;
  confirmed_at: Date | null;
  confirmed_by_id: string | null;
  confirmed_by: string | null;
  expires_at: Date;
  state: Generated<'waiting' | 'declined' | 'confirmed'>;
  link_id: string | null;
}
interface Tables {
  reset_attempts: AttemptsTable;
  reset_exclusions: ExclusionsTable;
  reset_links: LinksTable;
  desk_resets: DeskTable;
}

export const readIn = (reader: Reader) => readTables<Tables>(reader);
export const writeIn = (transaction: WriteTransaction) => writeTables<Tables>(transaction);
