import type { Reason } from './shapes.ts';

/** For IT. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  'no-facts': 'The student system has sent no facts about them since they got this address.',
  'no-phone': 'No personal phone number is on record.',
  'no-personal-email': 'No personal email address is on record.',
  excluded: 'They are excluded.',
  blocked: 'They are blocked in this portal.',
  left: 'The directory says that they have left.',
  protected: 'The account is protected: it is an administrator or in a protected group.',
  'wrong-facts': 'What was typed does not match.',
  'no-account':
    'The directory has no account with this address, has more than one, or keeps its password elsewhere.',
  disabled: 'The account is disabled in the directory.',
  'directory-down': 'The directory is not answering right now.',
  'mail-failed': 'The email with the link could not be sent.',
};
