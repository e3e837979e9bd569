import type { ColumnType, Generated } from 'kysely';
import type { Permission } from '../../contract/access.ts';

/** Tables of the platform. A tool adds its own with `readTables` and `writeTables`. */
export interface PlatformTables {
  people: PeopleTable;
  identities: IdentitiesTable;
  sessions: SessionsTable;
  ended_sessions: EndedSessionsTable;
  demo_people: DemoPeopleTable;
  link_requests: LinkRequestsTable;
  throttle_counters: ThrottleCountersTable;
  audit_entries: AuditEntriesTable;
  idempotency_keys: IdempotencyKeysTable;
  pins: PinsTable;
  notification_choices: NotificationChoicesTable;
  digest_entries: DigestEntriesTable;
  service_tokens: ServiceTokensTable;
  directory_records: DirectoryRecordsTable;
  directory_runs: DirectoryRunsTable;
  stored_files: StoredFilesTable;
}

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Json = ColumnType<unknown, string | null, string | null>;

interface PeopleTable {
  id: string;
  email: string;
  name: string;
  given_name: string;
  family_name: string;
  disabled: Generated<boolean>;
  photo: Buffer | null;
  created_at: Timestamp;
  last_sign_in_at: Date | null;
  email_released_at: Date | null;
  version: Generated<number>;
  /** Who last decided that this person is blocked, or is not. */
  decided_by: string | null;
  /** Name and address in lower case, for the search; without it PostgreSQL folds them by its own locale. */
  folded: string | null;
}

interface IdentitiesTable {
  provider: string;
  subject: string;
  person_id: string;
  groups: string[];
  created_at: Timestamp;
}

interface SessionsTable {
  id: string;
  token_hash: Buffer;
  person_id: string;
  provider: string;
  subject: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
  groups_read_at: Timestamp;
  groups_tried_at: Timestamp;
  groups_failed_at: Date | null;
  provider_state: string | null;
  /** What the provider can end it by. */
  provider_keys: string[];
  user_agent: string;
  client_address: string;
  /** When it was first seen to have expired; a session that was ended has no row. */
  expired_at: Date | null;
}

/** Tokens that someone ended; their browsers may come back with them. */
interface EndedSessionsTable {
  token_hash: Buffer;
  ended_at: Timestamp;
}

interface DemoPeopleTable {
  email: string;
  name: string;
  groups: string[];
  photo: Buffer | null;
  disabled: Generated<boolean>;
  /** Salt and scrypt; `null` until they set a password. */
  password_hash: Buffer | null;
  password_set_at: Date | null;
}

interface LinkRequestsTable {
  id: string;
  provider: string;
  subject: string;
  email: string;
  name: string;
  person_id: string;
  /** The key of a directory record that may be the person's; `null` if it is about another account. */
  directory_key: string | null;
  created_at: Timestamp;
  /** Since when the answer is no; `null` while IT is being asked. */
  refused_at: Date | null;
}

interface ThrottleCountersTable {
  key: string;
  window_start: Timestamp;
  count: number;
}

interface AuditEntriesTable {
  id: string;
  at: Timestamp;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  acting_for: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  /** The person whose data it was: their id, or `directory:` and the key of a directory record. */
  about: string | null;
  before: Json;
  after: Json;
  sensitive: string | null;
  client_address: string | null;
  request_id: string | null;
}

interface ServiceTokensTable {
  id: string;
  name: string;
  token_hash: Buffer;
  /** The last letters of the secret, by which people tell tokens apart. */
  hint: string;
  permissions: Permission[];
  /** Of a token that publishes files. */
  path_prefix: string | null;
  groups: string[];
  everyone: boolean;
  /** Empty: from anywhere. */
  networks: string[];
  expires_at: Timestamp;
  created_by_id: string | null;
  created_by: string;
  /** Who took it over from its creator. */
  kept_by_id: string | null;
  created_at: Timestamp;
  last_used_at: Date | null;
  last_used_from: string | null;
  revoked_by: string | null;
  revoked_at: Date | null;
}

interface DirectoryRecordsTable {
  key: string;
  email: string;
  given_name: string;
  family_name: string;
  title: string;
  department: string;
  department_code: string;
  phone: string;
  fax: string;
  mailbox: string;
  kind: 'employee' | 'student';
  groups: string[];
  access_groups: Generated<string[]>;
  confidential: boolean;
  active: Generated<boolean>;
  person_id: string | null;
  /** Who it is not, according to IT. */
  not_person_id: string | null;
}

interface DirectoryRunsTable {
  id: string;
  origin: 'upload' | 'file' | 'ldap';
  /** `csv`, or the name of a directory server. */
  source: string;
  state: 'waiting' | 'applied' | 'discarded' | 'failed';
  reason: string | null;
  note: string | null;
  records: number;
  added: number;
  changed: number;
  gone: number;
  source_hash: string | null;
  created_by: string;
  created_at: Timestamp;
  decided_by: string | null;
  decided_at: Date | null;
}

/** Bytes that rows of the tools name (`files/`). */
interface StoredFilesTable {
  name: string;
  bytes: number;
  sha256: Buffer;
  /** As found in the content. */
  content_type: string;
  created_at: Timestamp;
  /** When the nightly job found no bytes for it. */
  missing_at: Date | null;
}

interface PinsTable {
  person_id: string;
  tools: string[];
}

interface NotificationChoicesTable {
  person_id: string;
  topic: string;
  /** Without a row: at once. `now` by itself: they got one and have chosen nothing. */
  choice: 'now' | 'digest' | 'portal';
}

interface DigestEntriesTable {
  key: string;
  person_id: string;
  topic: string;
  subject: string;
  /** The whole address. */
  page: string;
  at: Timestamp;
}

interface IdempotencyKeysTable {
  person_id: string;
  call: string;
  key: string;
  body_hash: Buffer;
  status: number | null;
  answer: string | null;
  created_at: Timestamp;
}
