import type { Generated } from 'kysely';

export interface ShortLinksTables {
  short_links: LinksTable;
  short_link_targets: TargetsTable;
  short_link_visits: VisitsTable;
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
  /** Sorted; empty for a link of IT. */
  owner_groups: Generated<string[]>;
  created_by_id: string | null;
  created_by: string;
  /** Who took it over from the one who added it. */
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
