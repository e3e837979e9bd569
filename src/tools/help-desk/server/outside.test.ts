import { expect, test } from 'vitest';
import { startServer } from '../../../platform/server/mail/testing/smtp.ts';
import { tryOutside } from '../../../platform/server/testing/try-outside.ts';
import { helpDeskServer } from './index.ts';
import { startImapServer } from './testing/imap-server.ts';
import { startZammad, token } from './testing/zammad.ts';

test('the check of the settings opens the mailbox for replies, and leaves it as it is', async () => {
  const imap = await startImapServer();
  imap.put('From: student@sawtooth.example\n\nHello');
  const before = structuredClone(imap.inbox);
  const look = (url: string) =>
    tryOutside(helpDeskServer, {
      variables: { QUAD_IMAP_URL: url, QUAD_IMAP_ADDRESS: 'help@sawtooth.example' },
    });
  expect(await look(imap.url)).toEqual(['mailbox for replies: it accepts this user and password']);
  expect(imap.inbox).toEqual(before);
  expect(imap.commands.join('\n')).not.toMatch(/SELECT|STORE|MOVE|CREATE/);
  expect(await look(imap.url.replace(':secret@', ':wrong@'))).toEqual([
    'FAILED mailbox for replies: The mailbox rejected the user name or the password.',
  ]);
});

test('the check of the settings tries the Zammad token, and creates no ticket', async () => {
  const zammad = await startZammad();
  const look = (url: string, variables: Record<string, string>) =>
    tryOutside(helpDeskServer, { written: { handOver: { kind: 'zammad', url, group: 'IT' } }, variables });
  expect(await look(zammad.url, { QUAD_ZAMMAD_TOKEN: token })).toEqual(['Zammad: it accepts this token']);
  expect(await look(zammad.url, { QUAD_ZAMMAD_TOKEN: 'another' })).toEqual([
    'FAILED Zammad: Zammad rejected the token, or it lacks the permission ticket.agent (401).',
  ]);
  expect(await look(`${zammad.url}elsewhere`, { QUAD_ZAMMAD_TOKEN: token })).toEqual([
    'FAILED Zammad: It does not respond like Zammad (404). Check url in help-desk.yaml.',
  ]);
  expect(zammad.got).toEqual([]);
  const { host } = await startServer({ secure: true });
  expect(await look(`https://${host}`, { QUAD_ZAMMAD_TOKEN: token })).toEqual([
    expect.stringMatching(/^FAILED Zammad: The certificate of the Zammad server has expired/),
  ]);
});

test('another help desk that gets tickets by email is not tried: nothing is sent', async () => {
  const handOver = { kind: 'email', to: 'desk@sawtooth.example' };
  expect(await tryOutside(helpDeskServer, { written: { handOver } })).toEqual([]);
});
