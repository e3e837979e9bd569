import { instantOf, localDateTimeOf } from '../../../platform/ui/zoned-time.ts';
import { serverNow } from '../../../platform/web/client/server-clock.ts';
import type { PublishedNotice } from '../contract/shapes.ts';

/** What is typed into the form for a notice. */
export interface NoticeValues extends Record<string, unknown> {
  title: string;
  text: string;
  tone: PublishedNotice['tone'];
  linkHref: string;
  linkText: string;
  audience: 'everyone' | 'groups';
  groups: string[];
  start: 'now' | 'later';
  /** On the college's clock. */
  from: string;
  until: string;
}

const day = 86_400_000;

/** A new one is for no one until groups are chosen. @param length How long it is shown by default, in milliseconds */
export function valuesOf(
  notice: PublishedNotice | null,
  timeZone: string,
  length: number = 7 * day,
): NoticeValues {
  const later = new Date(Math.ceil((serverNow() + length) / 3_600_000) * 3_600_000).toISOString();
  return {
    title: notice?.title ?? '',
    text: notice?.text ?? '',
    tone: notice?.tone ?? 'info',
    linkHref: notice?.linkHref ?? '',
    linkText: notice?.linkText ?? '',
    audience: notice !== null && notice.groups.length === 0 ? 'everyone' : 'groups',
    groups: notice === null ? [] : [...notice.groups],
    start: notice?.state === 'scheduled' ? 'later' : 'now',
    from: notice === null ? '' : localDateTimeOf(notice.from, timeZone),
    until: localDateTimeOf(notice?.until ?? later, timeZone),
  };
}

/** In the shape of the calls. A time that was not touched stays the same to the millisecond. */
export function bodyOf(values: NoticeValues, notice: PublishedNotice | null, timeZone: string) {
  const { title, text, tone, linkHref, linkText, audience } = values;
  const instant = (typed: string, before: string | undefined) =>
    before !== undefined && localDateTimeOf(before, timeZone) === typed
      ? before
      : (instantOf(typed, timeZone) ?? '');
  return {
    title,
    text,
    tone,
    linkHref,
    linkText,
    ...audienceOf(values),
    audience,
    from: values.start === 'now' ? null : instant(values.from, notice?.from),
    until: instant(values.until, notice?.until),
  };
}

/** Groups that were chosen before someone chose everyone do not count. */
export function audienceOf({ audience, groups }: Pick<NoticeValues, 'audience' | 'groups'>) {
  return { audience, groups: audience === 'everyone' ? [] : groups };
}
