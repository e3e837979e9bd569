import { z } from 'zod';
import { defineCall, jsonReply } from '../../../platform/contract/call.ts';
import { searchText } from '../../../platform/contract/fields.ts';
import { campusText } from '../../../platform/contract/texts.ts';

/** The name of its file, and part of its address. */
const articleName = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(80);

export const listArticles = defineCall({
  name: 'listArticles',
  summary: 'The help articles by title; with `words`, those that match any of them, best first',
  method: 'GET',
  path: '/api/support/articles',
  access: 'help-desk.submit',
  query: z.object({ words: searchText }),
  reply: jsonReply(z.object({ data: z.array(z.object({ name: articleName, title: z.string() })) })),
});

export const readArticle = defineCall({
  name: 'readArticle',
  summary: 'A help article, as blocks without HTML',
  method: 'GET',
  path: '/api/support/articles/:name',
  access: 'help-desk.submit',
  params: z.object({ name: articleName }),
  reply: jsonReply(z.object({ data: campusText })),
  refusals: { unknown: { kind: 'not-found', detail: "This article doesn't exist, or it was removed." } },
});
