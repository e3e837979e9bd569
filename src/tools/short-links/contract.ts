import { z } from 'zod';
import {
  defineCall,
  downloadReply,
  emptyReply,
  jsonBody,
  jsonReply,
  redirectReply,
  textReply,
  uploadBody,
} from '../../platform/contract/call.ts';
import { calendarDate, id, instant, searchText, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import { followRefusals, link, target } from './shapes.ts';

export { type Link, link } from './shapes.ts';

const longestShortUrl = 64;
export const largestImport = { bytes: 5 * 1024 * 1024, rows: 20_000 };

/** Letters, digits, `_` and `-`: safe in an address, on a flyer, and when read aloud. */
export const shortUrl = text({ max: longestShortUrl, min: 1, required: 'Enter the short URL.' }).regex(
  /^[A-Za-z0-9_-]+$/,
  'Use only letters, digits, "-", and "_".',
);

const expirationDate = instant.nullable();

/** Bounded, since the groups of a link are the key of its counts. */
export const mostOwners = 8;
const ownerGroups = z.array(text({ min: 1 })).max(mostOwners, `Choose at most ${mostOwners} groups.`);

/** The form for a new link; `null` or no expiration date means never. */
export const newLink = z.object({
  shortUrl,
  longUrl: target,
  expirationDate: expirationDate.optional(),
  /** Who else manages it. Without it: no group if IT adds it, otherwise the person's only group that owns links. */
  ownerGroups: ownerGroups.optional(),
});

/** The form for a changed link. The same `shortUrl` is accepted, a different one is refused. */
export const changedLink = z.object({
  shortUrl: shortUrl.optional(),
  longUrl: target,
  expirationDate: expirationDate.optional(),
  /** Without it, they stay as they are. Only IT may send different ones. */
  ownerGroups: ownerGroups.optional(),
  version: z.int().optional(),
});

/** IT, and people in the groups that own a link: each row decides what they see of it. */
const access = 'short-links.own';
const onlyIt = 'short-links.manage';
const tokens = 'short-links.add';
const params = z.object({ id });
const nameTaken = {
  'name-taken': { kind: 'conflict', detail: 'This short URL is already taken.' },
  'name-reserved': { kind: 'invalid', detail: 'This short URL is reserved.' },
  'own-address': { kind: 'invalid', detail: "A short link can't go to another short link." },
} as const;
const foreignOwners = {
  'foreign-owners': {
    kind: 'forbidden',
    detail: 'Only IT can choose these groups. Contact IT if another group should own this link.',
  },
} as const;
const noGroup = {
  'no-group': {
    kind: 'forbidden',
    detail: 'None of your groups owns short links yet. Ask IT to add this one and give it to your group.',
  },
} as const;
const stale = {
  'stale-version': {
    kind: 'conflict',
    detail: 'Someone else changed this link in the meantime. Check the current version and try again.',
  },
} as const;

/** Which links a list has. An expired link keeps its visits and can be restored; its target is not checked. */
export const linkStates = ['active', 'expired', 'broken'] as const;
export type LinkState = (typeof linkStates)[number];
/** A leading `-` reverses an order. Without an order, the newest link comes first. */
export const linkOrders = [
  'shortUrl',
  '-shortUrl',
  'visits',
  '-visits',
  'expirationDate',
  '-expirationDate',
] as const;
export type LinkOrder = (typeof linkOrders)[number];

const state = z.enum(linkStates).optional();
const filters = { search: searchText, state };
const sort = z.enum(linkOrders).optional();

export const listLinks = defineCall({
  name: 'listLinks',
  summary:
    'Short links, newest first unless `sort` says otherwise; `search` looks in both addresses. IT sees all of them, others those that one of their groups owns',
  method: 'GET',
  path: '/api/redirects',
  access,
  tokens,
  ...pagedList(link, { ...filters, sort }, { pageSize: 20 }),
});

export const createLink = defineCall({
  name: 'createLink',
  summary: 'Add a short link',
  method: 'POST',
  path: '/api/redirects',
  access,
  tokens,
  body: jsonBody(newLink),
  reply: jsonReply(z.object({ data: link }), 201),
  refusals: { ...nameTaken, ...foreignOwners, ...noGroup },
  idempotent: true,
});

export const readLink = defineCall({
  name: 'readLink',
  summary: 'One short link, as the list shows it',
  method: 'GET',
  path: '/api/redirects/:id',
  access,
  params,
  reply: jsonReply(z.object({ data: link })),
});

export const changeLink = defineCall({
  name: 'changeLink',
  summary: 'Change where a short link goes or when it expires; the old target is kept in its history',
  method: 'PUT',
  path: '/api/redirects/:id',
  access,
  params,
  body: jsonBody(changedLink),
  reply: jsonReply(z.object({ data: link })),
  refusals: {
    ...stale,
    'own-address': nameTaken['own-address'],
    'name-fixed': {
      kind: 'invalid',
      detail: "The short URL of a link can't be changed. Add a new link instead.",
    },
    ...foreignOwners,
  },
  idempotent: true,
});

export const deleteLink = defineCall({
  name: 'deleteLink',
  summary: 'Delete a short link; its address answers 404 afterward',
  method: 'DELETE',
  path: '/api/redirects/:id',
  access: onlyIt,
  params,
  reply: emptyReply,
  idempotent: true,
});

/** Where a link went, since when, and who set it. */
const linkTarget = z.object({
  longUrl: z.string(),
  expirationDate: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
  changedBy: z.string(),
});
export type LinkTarget = z.output<typeof linkTarget>;

export const readLinkHistory = defineCall({
  name: 'readLinkHistory',
  summary: 'Past and current targets of a short link, newest first',
  method: 'GET',
  path: '/api/redirects/:id/history',
  access,
  params,
  reply: jsonReply(z.object({ data: z.array(linkTarget) })),
});

export const readLinkVisits = defineCall({
  name: 'readLinkVisits',
  summary:
    'Visits per day (college time zone) of the last `days` days, oldest first, days without a visit included',
  method: 'GET',
  path: '/api/redirects/:id/visits',
  access,
  params,
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  reply: jsonReply(z.object({ data: z.array(z.object({ day: calendarDate, visits: z.int() })) })),
});

export const drawLinkCode = defineCall({
  name: 'drawLinkCode',
  summary: 'QR code of the short address, to print',
  method: 'GET',
  path: '/api/redirects/:id/qr',
  access,
  params,
  query: z.object({ format: z.enum(['svg', 'png']).default('svg') }),
  reply: downloadReply('image/svg+xml'),
});

export const listOwnerGroups = defineCall({
  name: 'listOwnerGroups',
  summary: 'The groups that can own a link that you add or change; IT may also leave a link without any',
  method: 'GET',
  path: '/api/redirects/owner-groups',
  access,
  reply: jsonReply(z.object({ data: z.array(z.string()) })),
});

export const readCheckedHosts = defineCall({
  name: 'readCheckedHosts',
  summary: 'The hosts whose short link targets are checked each night; none unless the college sets them',
  method: 'GET',
  path: '/api/redirects/checked-hosts',
  access,
  reply: jsonReply(z.object({ data: z.array(z.string()) })),
});

export const exportLinks = defineCall({
  name: 'exportLinks',
  summary: 'All short links that you manage, as CSV',
  method: 'GET',
  path: '/api/redirects/export',
  access,
  query: z.object(filters),
  reply: downloadReply('text/csv; charset=utf-8'),
  discloses: 'short-link.export',
});

export const importLinks = defineCall({
  name: 'importLinks',
  summary:
    'Add short links from a CSV file (shortUrl, longUrl, expirationDate, ownerGroups): all rows or none, errors by row',
  method: 'POST',
  path: '/api/redirects/import',
  access: onlyIt,
  body: uploadBody(z.object({}), {
    file: {
      handling: 'parsed',
      endings: ['.csv'],
      maxBytes: largestImport.bytes,
      maxFiles: 1,
      required: true,
    },
  }),
  reply: jsonReply(z.object({ data: z.object({ added: z.int() }) }), 201),
  refusals: { 'bad-rows': { kind: 'invalid', detail: 'Nothing was added: some rows need to be fixed.' } },
  idempotent: true,
});

const followed = z.object({ shortUrl: z.string().max(2_000) });
export const resolveLink = defineCall({
  name: 'resolveLink',
  summary: 'The address that a short link goes to, as text; counts a visit',
  method: 'GET',
  path: '/api/r/:shortUrl',
  access: 'public',
  params: followed,
  reply: textReply(),
  refusals: followRefusals,
});

export const followLink = defineCall({
  name: 'followLink',
  summary: 'Follow a short link: 302 while it is live, otherwise a page that says why not',
  method: 'GET',
  path: '/r/:shortUrl',
  access: 'public',
  params: followed,
  reply: redirectReply(302),
  refusals: followRefusals,
});

/** Every call of this tool, for the documents and the access matrix. */
export const shortLinksCalls = {
  listLinks,
  createLink,
  readLink,
  changeLink,
  deleteLink,
  readLinkHistory,
  readLinkVisits,
  drawLinkCode,
  listOwnerGroups,
  readCheckedHosts,
  exportLinks,
  importLinks,
  resolveLink,
  followLink,
};
