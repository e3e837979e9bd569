import type { Quad } from '../../harness/quad.ts';
import type { Ledger } from './ledger.ts';

/** What the database has, compared with what was acknowledged. */
export interface Comparison {
  /** Acknowledged writes that the database does not have, or has only in part. */
  lost: number;
  faults: string[];
}

/** Compares everything whose marks begin with `mark`; no one may write in the meantime. */
export async function compare(quad: Pick<Quad, 'query'>, mark: string, ledger: Ledger): Promise<Comparison> {
  const links = await quad.query<{ id: string; found: string }>(
    `select id, concat_ws(' ', short_url, long_url, version,
      (select count(*) + 1 from short_link_targets where link_id = id)) as found
     from short_links where short_url like $1`,
    [`${mark}%-%`],
  );
  const logs = await quad.query<{ id: string; found: string }>(
    `select id, concat_ws('|', comments, follow_up, reviewer_id is not null, coalesce(follow_up_owner, ''),
      closed_on is not null) as found from ra_logs where comments like $1`,
    [`${mark}% %`],
  );
  const audited = await quad.query<{ id: string; found: number }>(
    `select concat_ws(' ', action, subject_id) as id, count(*)::int as found from audit_entries
     where action like 'short-link.%' or action like 'ra-log.%' group by 1`,
  );
  const expectedLinks = [...ledger.links.values()].map(
    ({ id, shortUrl, longUrl, version }) => [id, `${shortUrl} ${longUrl} ${version} ${version}`] as const,
  );
  const flag = (value: boolean) => (value ? 't' : 'f');
  const expectedLogs = [...ledger.logs.values()].map((log) => {
    const { id, comments, followUp, reviewed, owner, closed } = log;
    return [id, [comments, flag(followUp), flag(reviewed), owner ?? '', flag(closed)].join('|')] as const;
  });
  const parts = [
    difference('short link', expectedLinks, links),
    difference('RA log', expectedLogs, logs),
    difference('audit entry', [...ledger.audited], audited),
  ];
  return {
    lost: parts.reduce((sum, { missing }) => sum + missing, 0),
    faults: [...parts.flatMap(({ faults }) => faults), ...(await compareCounts(quad, ledger))],
  };
}

function difference<Value>(
  what: string,
  expected: readonly (readonly [string, Value])[],
  rows: readonly { id: string; found: Value }[],
) {
  const found = new Map(rows.map((row) => [row.id, row.found]));
  const faults: string[] = [];
  let missing = 0;
  for (const [id, value] of expected) {
    const there = found.get(id);
    found.delete(id);
    if (there === value) continue;
    missing += 1;
    faults.push(`${what} ${id}: acknowledged "${value}", found "${there}".`);
  }
  for (const [id, value] of found) faults.push(`${what} ${id} ("${value}") was never acknowledged.`);
  return { missing, faults };
}

/** Compares derived numbers with the rows, and the responses stored for repeated writes. */
async function compareCounts(quad: Pick<Quad, 'query'>, ledger: Ledger): Promise<string[]> {
  const [counted] = await quad.query<Record<'keys' | 'unanswered' | 'logs' | 'kinds' | 'people', number>>(`
    select
      (select count(*)::int from idempotency_keys) as keys,
      (select count(*)::int from idempotency_keys where status is null) as unanswered,
      (select count(*)::int from ra_logs) as logs,
      ((select coalesce(sum(logs), 0) from ra_log_counts) +
       (select coalesce(sum(logs), 0) from ra_log_count_changes))::int as kinds,
      ((select coalesce(sum(logs), 0) from ra_log_people_counts) +
       (select coalesce(sum(logs), 0) from ra_log_count_changes))::int as people`);
  if (counted === undefined) return ['Nothing was counted.'];
  const faults: string[] = [];
  if (counted.keys !== ledger.acknowledged) {
    faults.push(`${ledger.acknowledged} writes left ${counted.keys} idempotency keys.`);
  }
  if (counted.unanswered > 0) faults.push(`${counted.unanswered} idempotency keys have no answer.`);
  if (counted.kinds !== counted.logs) faults.push(`${counted.logs} RA logs are counted as ${counted.kinds}.`);
  if (counted.people !== counted.logs) {
    faults.push(`${counted.logs} RA logs are counted as ${counted.people} among people.`);
  }
  return faults;
}
