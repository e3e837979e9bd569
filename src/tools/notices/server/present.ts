import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { NoticeFace } from '../../../platform/contract/notices.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { HistoryEntry, MyNotice, PublishedNotice } from '../contract/shapes.ts';
import type { ShownNotice } from './mine-queries.ts';
import type { StatedNotice } from './queries.ts';
import { mayChange, mayEnd, mayGiveAllClear, mayWithdraw } from './rules.ts';
import type { HistoryRow, NoticeRow, Said } from './tables.ts';

type Face = Pick<NoticeRow, 'tone' | 'title' | 'blocks' | 'link_href' | 'link_text'>;

/** What people see of it. */
export function faceOf({ tone, title, blocks, link_href, link_text }: Face): NoticeFace {
  const link = link_href === null || link_text === null ? null : { href: link_href, text: link_text };
  return { tone, title, text: blocks, link };
}

type Spoken = Omit<NoticeRow, 'created_at' | 'updated_at' | 'emailed_to' | 'all_clear_of'>;

export function saidBy(row: Spoken): Said {
  return {
    title: row.title,
    text: row.text,
    tone: row.tone,
    groups: row.groups ?? [],
    from: row.starts_at.toISOString(),
    until: row.ends_at.toISOString(),
    linkHref: row.link_href,
    linkText: row.link_text,
  };
}

/** For those who publish. */
export function presentPublished(viewer: PersonActor, row: StatedNotice): PublishedNotice {
  const { id, state, created_by, created_at, updated_at, version, ...more } = row;
  const { title, text, tone, groups, starts_at, ends_at, link_href, link_text, ...others } = more;
  const { blocks: _blocks, created_by_id: _author, withdrawn_at: _withdrawn, ...emails } = others;
  const { emailed_to, all_clear_of: _emergency, ...rest } = emails;
  rest satisfies NothingLeft;
  return {
    id,
    ...saidBy(row),
    state,
    createdBy: created_by,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
    version,
    emailedTo: emailed_to,
    can: {
      edit: isAllowed(mayChange(viewer, row)),
      end: isAllowed(mayEnd(viewer, row)),
      withdraw: isAllowed(mayWithdraw(viewer, row)),
      allClear: isAllowed(mayGiveAllClear(viewer, row)),
    },
  };
}

/** In the bell. */
export function presentMine(row: ShownNotice): MyNotice {
  return {
    id: row.id,
    ...faceOf(row),
    state: row.is_showing ? 'showing' : 'ended',
    from: row.starts_at.toISOString(),
    version: row.version,
    isRead: row.read_at !== null,
  };
}

/** @param before The version that it replaced. */
export function presentHistory(row: HistoryRow, before: HistoryRow | undefined): HistoryEntry {
  const { action, at, by_name, said } = row;
  return {
    action,
    at: at.toISOString(),
    by: by_name,
    ...said,
    changed: before === undefined ? [] : changesBetween(before.said, said),
  };
}

function changesBetween(before: Said, after: Said): HistoryEntry['changed'] {
  const fields = ['title', 'text', 'tone', 'groups', 'from', 'until'] as const;
  const changed: HistoryEntry['changed'] = fields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const isSameLink = before.linkHref === after.linkHref && before.linkText === after.linkText;
  return isSameLink ? changed : [...changed, 'link'];
}
