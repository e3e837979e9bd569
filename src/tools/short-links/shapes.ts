import { z } from 'zod';
import { boundedText, id, trimmed } from '../../platform/contract/fields.ts';

const longestTarget = 2_048;

/**
 * Where a link goes. Only what a browser would open as written is accepted: a literal `http://` or `https://`, nothing
 * that a URL parser would silently repair (backslash, white space, control characters), and no user name.
 */
export const target = boundedText(longestTarget * 2, longestTarget)
  .overwrite(trimmed)
  .min(1, 'Enter the address it goes to.')
  .max(longestTarget, { error: 'Use at most 2,048 characters.', abort: true })
  .regex(/^https?:\/\//, 'Start with http:// or https://.')
  .regex(/^[^\\\s\p{Cc}\p{Cf}]*$/u, "An address can't contain spaces, backslashes, or invisible characters.")
  // Longer than any host name: converting one from another alphabet to ASCII takes time quadratic in its length.
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

/** What the page that a link goes to responded when it was last checked. */
const targetCheck = z.object({
  /** One sentence. */
  answer: z.string(),
  checkedAt: z.iso.datetime(),
  /** Since when it counts as broken. */
  brokenSince: z.iso.datetime().nullable(),
});

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
  /** Who took it over from them. */
  keptBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** People in these groups manage it, besides IT. */
  ownerGroups: z.array(z.string()),
  /** `null` if the current target was not checked recently. */
  targetCheck: targetCheck.nullable(),
  version: z.int(),
  can: z.object({ delete: z.boolean(), setOwners: z.boolean() }),
});
export type Link = z.output<typeof link>;

/** Why an address below `/r/` goes nowhere. */
export const followRefusals = {
  unknown: { kind: 'not-found', detail: "This short link doesn't exist." },
  expired: { kind: 'gone', detail: 'This short link has expired.' },
  'too-many-misses': {
    kind: 'too-many',
    detail: 'Too many unknown short links were tried from your network. Wait a minute and try again.',
  },
} as const;
