import { z } from 'zod';
import { defineCall, emptyReply, jsonBody } from '../../../platform/contract/call.ts';
import { directoryRefusals } from './directory-refusals.ts';
import { longestPassword } from './password-rules.ts';

// As they were typed: neither trimmed nor normalized.
const password = (required: string) =>
  z
    .string()
    .min(1, required)
    .max(longestPassword * 4);

export const ownPassword = z.object({
  current: password('Enter your current password.'),
  password: password('Enter a new password.'),
});

export const changeOwnPassword = defineCall({
  name: 'changeOwnPassword',
  summary: 'Change your own password in the directory; your other sessions end',
  method: 'POST',
  path: '/api/account/password',
  access: 'signed-in',
  body: jsonBody(ownPassword),
  reply: emptyReply,
  refusals: {
    elsewhere: { kind: 'not-found', detail: "Your password isn't kept here. Change it where you sign in." },
    'no-account': {
      kind: 'not-found',
      detail:
        'The directory has no account with your address. If your address was changed, sign out, sign in again, and then change your password. Otherwise, please contact IT.',
    },
    'wrong-password': { kind: 'invalid', detail: 'Your password was not changed.' },
    'weak-password': { kind: 'invalid', detail: 'Choose another password.' },
    'too-many-tries': {
      kind: 'too-many',
      detail: 'Too many wrong passwords. Wait half an hour before you try again.',
    },
    ...directoryRefusals,
    unclear: {
      kind: 'unavailable',
      detail:
        "We couldn't tell whether your password was changed. Sign out and sign in with the new one. If that doesn't work, sign in with the old one and change it again.",
    },
  },
});
