import { expect, test } from 'vitest';
import { helpDeskSettings } from './settings.ts';

const isTaken = (QUAD_IMAP_URL: string) =>
  helpDeskSettings.environment.safeParse({ QUAD_IMAP_URL, QUAD_IMAP_ADDRESS: 'help@college.edu' }).success;

test.each(['ge@he#im', 'ge@he/im', 'ge@he?im', '12/heim', '50%heim'])(
  "no part of a password such as %s is mistaken for the mailbox's host",
  (password) => {
    const address = (written: string) => `imaps://help%40college.edu:${written}@imap.college.edu:993`;
    expect(isTaken(address(password))).toBe(false);
    expect(isTaken(address(encodeURIComponent(password)))).toBe(true);
  },
);
