/** Ways to count an added log; all except `appended` are only for comparison. */
export type Counting = 'appended' | 'in place' | 'not at all';

/** Rounds in eight buildings, each with its own assistant. */
export const inserts: readonly string[] = Array.from(
  { length: 8 },
  (_, index) => `
    insert into ra_logs (id, submitter_id, building_id, follow_up, fire_extinguishers, exit_doors,
      safety_concerns, warnings, reports, comments)
    values ('{id}', (select id from ra_log_people order by id offset ${index} limit 1),
      (select id from ra_log_buildings order by id offset ${index} limit 1), false, true, true,
      '', '', '', 'All quiet on round {number}.')`,
);

/** A trigger that updates the counts themselves, in both tables, instead of appending a change. */
export const countInPlace = [
  `create function count_ra_logs_in_place() returns trigger language plpgsql as $$
    begin
      insert into ra_log_counts (month, building_id, reviewed, follow_up, logs)
      select ra_log_month(created_at), building_id, reviewer_id is not null, follow_up, count(*)
      from added group by 1, 2, 3, 4
      on conflict (month, building_id, reviewed, follow_up)
      do update set logs = ra_log_counts.logs + excluded.logs;
      insert into ra_log_people_counts (submitter_id, month, building_id, reviewer_id, follow_up, logs)
      select submitter_id, ra_log_month(created_at), building_id, reviewer_id, follow_up, count(*)
      from added group by 1, 2, 3, 4, 5
      on conflict (submitter_id, month, building_id, reviewer_id, follow_up)
      do update set logs = ra_log_people_counts.logs + excluded.logs;
      return null;
    end $$`,
  `create trigger ra_logs_count_in_place after insert on ra_logs
    referencing new table as added for each statement execute function count_ra_logs_in_place()`,
];

/** Makes added logs be counted in this way from now on. */
export function countBy(counting: Counting): string {
  const state = (own: Counting) => (counting === own ? 'enable' : 'disable');
  return `alter table ra_logs ${state('appended')} trigger ra_logs_count_added,
    ${state('in place')} trigger ra_logs_count_in_place`;
}

export const countWaiting = 'select count(*)::int as waiting from ra_log_count_changes';
/** Recognizes the statements that fold waiting changes into the counts. */
export const folds = /\bdelete from ra_log_(count_changes|counts|people_counts)\b/;
