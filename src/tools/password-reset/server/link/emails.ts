import { signature } from '../../../../platform/server/mail/signature.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import type { IdKind } from '../../contract.ts';
import { passwordReset } from '../../tool.ts';

type Sender = Pick<Platform, 'publicUrl' | 'campus'>;

/** How long a link works, in minutes. */
export const linkMinutes = 10;

/** The address of a link. The token comes after the `#`: no server, proxy, or referrer ever gets it. */
export function linkAddress({ publicUrl }: Pick<Sender, 'publicUrl'>, token: string): string {
  return `${publicUrl}${passwordReset.screens.newPassword.path}#${token}`;
}

export function linkEmail(sender: Sender, email: string, token: string) {
  const { college } = sender.campus;
  const lines = [
    `You asked for a new password for ${email} at ${college}.`,
    '',
    `Set it within ${linkMinutes} minutes:`,
    linkAddress(sender, token),
    '',
    "The link works once. If you didn't ask for it, someone may know your personal information. Nothing has changed, but please contact IT.",
  ];
  return {
    subject: `Set your new password at ${college}`,
    text: [...lines, '', ...signature(sender.campus)].join('\n'),
  };
}

/** To every address on record, even if someone else did it. */
export function changedEmail(sender: Sender, email: string, isSure: boolean) {
  const { college } = sender.campus;
  const changed = isSure ? 'was changed' : 'may have been changed';
  const lines = [
    `The password of ${email} at ${college} ${changed}.`,
    'All sessions in the portal have ended. Sign in again with the new password, including on your phone and your other devices.',
    '',
    "If this wasn't you, contact IT right away.",
  ];
  return {
    subject: `Your password at ${college} ${changed}`,
    text: [...lines, '', ...signature(sender.campus)].join('\n'),
  };
}

/** To every address on record, as soon as IT has given out a link at the desk. */
export function deskEmail(sender: Sender, email: string, idKind: IdKind) {
  const { college } = sender.campus;
  const lines = [
    `Someone came to IT in person and showed ${shownAs[idKind]}. Two people in IT then gave them a link to set a new password for ${email} at ${college}.`,
    '',
    "If this wasn't you, contact IT right away: someone may be using your identity.",
  ];
  return {
    subject: `IT gave out a link for your password at ${college}`,
    text: [...lines, '', ...signature(sender.campus)].join('\n'),
  };
}

const shownAs: Readonly<Record<IdKind, string>> = {
  'college-id': 'a college ID',
  'drivers-license': "a driver's license",
  passport: 'a passport',
  'other-government-id': 'a government ID',
};
