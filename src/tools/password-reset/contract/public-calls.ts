import { z } from 'zod';
import { defineCall, jsonBody, jsonReply } from '../../../platform/contract/call.ts';
import { boundedText, text, trimmed } from '../../../platform/contract/fields.ts';
import { directoryRefusals } from './directory-refusals.ts';
import { longestPassword } from './password-rules.ts';
import { principalEmail } from './shapes.ts';

const access = 'public';
const path = '/api/support/password-reset';
/** Anyone may send these. */
const short = { maxBytes: 16 * 1024 };

/** `3/9/2005` or `03/09/2005`, some day that exists. */
function isBirthdate(written: string): boolean {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return (
    Number(year) >= 1900 &&
    date.getUTCMonth() === Number(month) - 1 &&
    date.getTime() < Date.now() + 86_400_000
  );
}

/** What someone who is locked out types. */
export const resetAttempt = z.object({
  principalEmail,
  id: text({ min: 1, max: 40, required: 'Enter your college ID.' }),
  birthdate: boundedText(20)
    .overwrite(trimmed)
    .refine(isBirthdate, 'Enter your birthdate as month/day/year, such as 3/9/2005.'),
  last4ssn: boundedText(20)
    .overwrite(trimmed)
    .refine((digits) => digits === '' || /^\d{4}$/.test(digits), 'Enter the last four digits.')
    .nullish(),
  personalPhoneNumber: text({ min: 1, max: 40, required: 'Enter your personal phone number.' }),
  isInternationalStudent: z.boolean().optional(),
  /** Checked together with the captcha itself, so that a missing one counts as a wrong one. */
  captchaValue: z.unknown().optional().meta({ type: 'string', maxLength: 4_096 }),
});

const wentWrong = { kind: 'not-found', detail: 'Something went wrong. Please contact IT.' } as const;
const tooMany = {
  kind: 'too-many',
  detail: 'Too many attempts: Please come on down to the campus IT office for further assistance.',
} as const;
/** One text for every way a link can be unusable. */
const linkOver = {
  kind: 'gone',
  detail:
    "This link doesn't work anymore. Links work once, and only for a few minutes. Start over to get a new one.",
} as const;

export const successText =
  'Successfully reset password. Please check your personal email for further instructions.';

export const readResetForm = defineCall({
  name: 'readResetForm',
  summary: 'Whether people can reset their password here now, and which captcha the form uses',
  method: 'GET',
  path: `${path}/form`,
  access,
  reply: jsonReply(
    z.object({
      data: z.object({
        /** Not while the directory or the mail server is down, and not before the facts are imported. */
        isOn: z.boolean(),
        linkMinutes: z.int(),
        /** For a new password. */
        minimumLength: z.int(),
        captcha: z.object({
          kind: z.enum(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']),
          /** For the widget of a service; it is public. */
          siteKey: z.string().optional(),
        }),
      }),
    }),
  ),
});
export type ResetForm = z.output<typeof readResetForm.reply.shape>['data'];

export const readCaptchaChallenge = defineCall({
  name: 'readCaptchaChallenge',
  summary: 'A puzzle for the browser, which proves that the form was not sent in bulk by a script',
  method: 'GET',
  path: `${path}/challenge`,
  access,
  reply: jsonReply(z.object({ data: z.looseObject({}) })),
  refusals: { 'no-challenge': wentWrong },
});

export const attemptReset = defineCall({
  name: 'attemptReset',
  summary: 'Request a link to set a new password; the response confirms only a full match',
  method: 'POST',
  path: `${path}/attempt`,
  access,
  body: jsonBody(resetAttempt, short),
  reply: jsonReply(z.object({ data: z.object({ message: z.string() }) })),
  refusals: {
    unavailable: wentWrong,
    'not-confirmed': {
      kind: 'conflict',
      detail: 'If your information is accurate, you will receive an email with further instructions.',
    },
    'too-many-attempts': tooMany,
    captcha: { kind: 'invalid', detail: "Confirm again that you're not a robot." },
  },
});

/** 256 bits as base64url. Anything else is a link that doesn't work, not the person's mistake. */
const token = boundedText(200);

export const openResetLink = defineCall({
  name: 'openResetLink',
  summary: 'Whose password a link is for, and the rules for it; consumes nothing',
  method: 'POST',
  changesNothing: true,
  path: `${path}/link`,
  access,
  body: jsonBody(z.object({ token }), short),
  reply: jsonReply(
    z.object({
      data: z.object({
        email: z.string(),
        name: z.string(),
        minimumLength: z.int(),
        expiresAt: z.iso.datetime(),
      }),
    }),
  ),
  refusals: { 'link-over': linkOver, 'too-many-links': tooMany, unavailable: wentWrong },
  answersSecret: true,
});

export const newPassword = z.object({
  token,
  // As it was typed: neither trimmed nor normalized.
  password: z
    .string()
    .min(1, 'Enter a new password.')
    .max(longestPassword * 4),
});

export const setPassword = defineCall({
  name: 'setPassword',
  summary: "Set a new password with a link, once; all of the person's sessions end",
  method: 'POST',
  path: `${path}/password`,
  access,
  body: jsonBody(newPassword, short),
  reply: jsonReply(z.object({ data: z.object({ email: z.string() }) })),
  refusals: {
    'link-over': linkOver,
    'too-many-links': tooMany,
    'weak-password': { kind: 'invalid', detail: 'Choose another password.' },
    unavailable: wentWrong,
    ...directoryRefusals,
    unclear: {
      kind: 'unavailable',
      detail:
        "We couldn't tell whether your password was changed. Try to sign in with the new one. If that doesn't work, start over.",
    },
  },
  answersSecret: true,
});
