import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { isReviewDue } from '../../../platform/server/texts/review.ts';
import * as calls from '../contract.ts';
import { searchArticles } from './article-search.ts';
import type { HelpDesk } from './help-desk.ts';

export async function handleListArticles(
  { articles }: HelpDesk,
  { reader }: Pick<CallContext, 'reader'>,
  { query: { words = '' } }: CallInput<typeof calls.listArticles>,
): Promise<CallReply<typeof calls.listArticles>> {
  const all = await articles.list();
  const found = words === '' ? all : await searchArticles(reader, all, words);
  return { data: found.map(({ name, text: { title } }) => ({ name, title })) };
}

export async function handleReadArticle(
  { articles, timeZone }: HelpDesk,
  { params: { name } }: CallInput<typeof calls.readArticle>,
): Promise<CallReply<typeof calls.readArticle>> {
  const text = await articles.find(name);
  if (text === null) throw refusalOf(calls.readArticle, 'unknown');
  return { data: { ...text, reviewIsDue: isReviewDue(text.reviewedOn, timeZone) } };
}
