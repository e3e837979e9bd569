import type { Generated } from 'kysely';

export interface ShortLinksTables {
  short_links: LinksTable;
  short_link_targets: TargetsTable;
  short_link_visits: VisitsTable;
  short_link_checks: ChecksTable;
}

interface LinksTable {
  id: string;
  short_url: string;
  long_url: string;
  expires_at: Date | string | null;
  /** When it was first seen to have expired; `null` again with every edit. */
  expired_at: Date | string | null;
  visits: Generated<number>;
  last_visit_at: Date | string | null;
  version: Generated<number>;
  /** Sorted; empty for IT's links. */
  owner_groups: Generated<string[]>;
  created_by_id: string | null;
  created_by: string;
  /** Who took it over from the person who added it. */
  kept_by_id: string | null;
  created_at: Generated<Date>;
  changed_by_id: string | null;
  changed_by: string;
  changed_at: Generated<Date>;
}

interface TargetsTable {
  link_id: string;
  version: number;
  long_url: string;
  expires_at: Date | string | null;
  changed_by_id: string | null;
  changed_by: string;
  changed_at: Date;
}

interface VisitsTable {
  link_id: string;
  day: string;
  visits: number;
}

interface ChecksTable {
  link_id: string;
  /** What was checked; the check of an earlier target says nothing. */
  long_url: string;
  checked_at: Date;
  answer: string;
  /** Checks in a row that failed. */
  failures: number;
  broken_at: Date | null;
  /** When its managers were notified that it is broken. */
  notified_at: Date | null;
}
