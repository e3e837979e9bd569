import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { noPage } from '../../../platform/contract/paging.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import type { KeptEmails } from '../../../platform/server/mail/kept-emails.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';

export async function handleListOutgoingMail(
  emails: KeptEmails | null,
  { query: { paging, search = '' } }: CallInput<typeof calls.listOutgoingMail>,
): Promise<CallReply<typeof calls.listOutgoingMail>> {
  if (paging === null) return { ...noPage, data: [] };
  const sought = search.toLowerCase();
  const found = ((await emails?.list()) ?? []).filter(({ to, subject }) =>
    [subject, ...to].some((text) => text.toLowerCase().includes(sought)),
  );
  const page = await readPage(paging, found.length, async ({ from, offset, limit }) =>
    (from === 'beginning' ? found : found.toReversed()).slice(offset, offset + limit),
  );
  return {
    ...page,
    data: page.data.map(({ at, to, ...rest }) => ({ ...rest, to: [...to], at: at.toISOString() })),
  };
}

export async function handleReadOutgoingMail(
  emails: KeptEmails | null,
  { params: { id } }: CallInput<typeof calls.readOutgoingMail>,
): Promise<CallReply<typeof calls.readOutgoingMail>> {
  const email = await emails?.read(id);
  if (email === undefined || email === null) throw refusalOf(calls.readOutgoingMail, 'unknown');
  const { at, to, attachments } = email;
  return { data: { ...email, to: [...to], attachments: [...attachments], at: at.toISOString() } };
}
