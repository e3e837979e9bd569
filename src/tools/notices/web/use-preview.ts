import { useEffect, useState } from 'react';
import type { CallReply } from '../../../platform/contract/call.ts';
import { call } from '../../../platform/web/client/call.ts';
import { previewNotice } from '../contract.ts';
import { audienceOf, type NoticeValues } from './notice-values.ts';

/** How long after the last keystroke, in milliseconds. */
const pause = 400;

export type Draft = Pick<
  NoticeValues,
  'title' | 'text' | 'tone' | 'linkHref' | 'linkText' | 'audience' | 'groups'
>;
export type Previewed = CallReply<typeof previewNotice>['data'];

/**
 * What the server makes of it, a moment after the last keystroke; `undefined` until it has answered once.
 * @param id Of the notice that is edited.
 */
export function usePreview(values: Draft, id?: string): Previewed | undefined {
  const [shown, setShown] = useState<Previewed>();
  const { title, text, tone, linkHref, linkText } = values;
  const { audience, groups } = audienceOf(values);
  const asked = JSON.stringify({ id, title, text, tone, linkHref, linkText, audience, groups });
  useEffect(() => {
    const aborting = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const body = JSON.parse(asked);
        setShown((await call(previewNotice, { body, signal: aborting.signal })).data);
      } catch {
        // What was shown before stays; publishing reports what is wrong.
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [asked]);
  return shown;
}
