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
import { boundedText, calendarDate, id, instant, searchText, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

const longestShortUrl = 64;
const longestTarget = 2_048;
export const largestImport = { bytes: 5 * 1024 * 1024, rows: 20_000 };

/** Letters, digits, `_` and `-`: safe in an address, on a flyer and when read aloud. */
export const shortUrl = text({ max: longestShortUrl, min: 1 }).regex(
  /^[A-Za-z0-9_-]+$/,
  'Use only letters, digits, "-", and "_".',
);

/**
 * Where a link goes. Only what a browser would open as written is accepted: a literal `http://` or `https://`, nothing
 * that a URL parser would silently repair (backslash, white space, control characters), and no user name.
 */
const target = boundedText(longestTarget * 2, longestTarget)
  .trim()
  .min(1, 'This is required.')
  .max(longestTarget, { error: 'Use at most 2,048 characters.', abort: true })
  .regex(/^https?:\/\//, 'Start with http:// or https://.')
  .regex(/^[^\\\s\p{Cc}\p{Cf}]*$/u, "An address can't contain spaces, backslashes, or invisible characters.")
  // Longer than any host name: converting one from another alphabet to ASCII takes the square of its length.
  .refine((value) => /^https?:\/+(?!\/)[^/?#]{0,255}(?:[/?#]|$)/.test(value), {
    error: "This isn't a complete web address.",
    abort: true,
  })
  .refine((value) => URL.canParse(value), { error: "This isn't a complete web address.", abort: true })
  .refine(hasNoUserInfo, "The address can't contain a user name.")
  // Other alphabets grow when they are written as an address.
  .refine(
    (value) => new URL(value).href.length <= longestTarget,
    'Use at most 2,048 characters, counting letters outside the English alphabet as their %-codes.',
  );

function hasNoUserInfo(value: string): boolean {
  const url = new URL(value);
  return url.username === '' && url.password === '' && !/^https?:\/*[^/?#]*@/.test(value);
}

const expirationDate = instant.nullable();

/** A link as its managers see it. */
export const link = z.object({
  _id: id,
  shortUrl: z.string(),
  longUrl: z.string(),
  visits: z.int(),
  lastVisitAt: z.iso.datetime().nullable(),
  expirationDate: z.iso.datetime().nullable(),
  expired: z.boolean(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  version: z.int(),
});
export type Link = z.output<typeof link>;

/** The form for a new link; `null` or no expiration date means never. */
export const newLink = z.object({
  shortUrl,
  longUrl: target,
  expirationDate: expirationDate.optional(),
});

/** The form for a changed link. An equal `shortUrl` is accepted, a different one is refused. */
export const changedLink = z.object({
  shortUrl: shortUrl.optional(),
  longUrl: target,
  expirationDate: expirationDate.optional(),
  version: z.int().optional(),
});

const access = 'short-links.manage';
const tokens = 'short-links.add';
const params = z.object({ id });
const nameTaken = {
  'name-taken': { kind: 'conflict', detail: 'This short URL is already taken.' },
  'name-reserved': { kind: 'invalid', detail: 'This short URL is reserved.' },
  'own-address': { kind: 'invalid', detail: "A short link can't go to another short link." },
} as const;
const stale = {
  'stale-version': {
    kind: 'conflict',
    detail: 'Someone else changed this link in the meantime. Check the current version and try again.',
  },
} as const;

/** Which links a list has. An expired link keeps its visits and can be brought back. */
export const linkStates = ['active', 'expired'] as const;
export type LinkState = (typeof linkStates)[number];
/** A leading `-` reverses an order. Without an order the newest link comes first. */
export const linkOrders = [
  'shortUrl',
  '-shortUrl',
  'visits',
  '-visits',
  'expirationDate',
  '-expirationDate',
] as const;
export type LinkOrder = (typeof linkOrders)[number];

const state = z.enum(linkStates).optional().meta({ enum: linkStates });
const filters = { search: searchText, state };
const sort = z.enum(linkOrders).optional().meta({ enum: linkOrders });

export const listLinks = defineCall({
  name: 'listLinks',
  summary: 'Short links, newest first unless `sort` says otherwise; `search` looks in both addresses',
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
  refusals: nameTaken,
  idempotent: true,
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
  },
  idempotent: true,
});

export const deleteLink = defineCall({
  name: 'deleteLink',
  summary: 'Delete a short link; its address answers 404 afterward',
  method: 'DELETE',
  path: '/api/redirects/:id',
  access,
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

export const exportLinks = defineCall({
  name: 'exportLinks',
  summary: 'All short links as CSV',
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
    'Add short links from a CSV file (shortUrl, longUrl, expirationDate): all rows or none, errors by row',
  method: 'POST',
  path: '/api/redirects/import',
  access,
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
const followRefusals = {
  unknown: { kind: 'not-found', detail: 'There is no such short link.' },
  expired: { kind: 'gone', detail: 'This short link has expired.' },
  'too-many-misses': {
    kind: 'too-many',
    detail: 'Too many unknown short links were tried from your network. Wait a minute and try again.',
  },
} as const;

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
  changeLink,
  deleteLink,
  readLinkHistory,
  readLinkVisits,
  drawLinkCode,
  exportLinks,
  importLinks,
  resolveLink,
  followLink,
};
