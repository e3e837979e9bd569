import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Email } from '../../../platform/server/mail/email.ts';
import { startMailServer } from '../../../platform/server/mail/testing/mail-server.ts';
import { overtake } from '../../../platform/server/testing/overtake.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import { cancelPoster, downloadPoster, movePoster, readPoster } from '../contract.ts';
import { posters } from '../tool.ts';
import { drawPdf } from './draw-pdf.ts';
import { createHandOver, createNotice } from './email.ts';
import { createRetention } from './retention.ts';
import { createTestMailRoom, patience, submit, type TestMailRoom } from './testing/mail-room.ts';

let room: TestMailRoom;
const campus = copyCampus(Object.keys(posters.permissions));

beforeAll(async () => {
  const file = path.join(campus.folder, 'tools/posters.yaml');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nemail: prints@sawtooth.example\n`);
  room = await createTestMailRoom({ campusFolder: campus.folder });
});
afterAll(async () => {
  await room.stop();
  campus.remove();
});

test('the mail room gets each request by email, with the file up to 18 MB and with a link above that', {
  tags: 'long',
}, async () => {
  const faculty = await room.server.signIn('faculty');
  const large = drawPdf({ pages: [{ media: [0, 0, 2592, 1728] }], padding: 18 * 1024 * 1024 });
  // More than the storage reads at once.
  const small = drawPdf({ pages: [{ media: [0, 0, 2592, 1728] }], padding: 3 * 1024 * 1024 });
  const [taken, linked] = [
    await submit(faculty, { fileName: 'Small.pdf', notes: 'Thank you.', content: small }),
    await submit(faculty, { fileName: 'Large.pdf', content: large }),
  ];
  const sent = async () =>
    (await room.emails()).filter(({ to }) => to?.[0]?.address === 'prints@sawtooth.example');
  await expect.poll(async () => (await sent()).length, patience).toBe(2);
  const emailOf = async (name: string) => (await sent()).find(({ subject }) => subject?.endsWith(name));
  const [first, second] = [await emailOf('Small.pdf'), await emailOf('Large.pdf')];
  expect(first?.replyTo?.[0]?.address).toBe('faculty@sawtooth.example');
  expect(first?.text).toContain('Size: 36 x 24 inches');
  expect(first?.text).toContain('Thank you.');
  const [attached] = first?.attachments ?? [];
  expect(attached?.filename).toBe('Small.pdf');
  expect(Buffer.from(attached?.content as ArrayBuffer).equals(Buffer.from(small))).toBe(true);
  expect(second?.attachments).toEqual([]);
  expect(second?.text).toContain(posters.screens.poster.path.replace(':id', linked.id));
  expect(taken.state).toBe('received');
});

test('no field of the form can write another line of the email to the mail room', async () => {
  const staff = await room.server.signIn('staff');
  const forged = { department: 'Biology\nEstimate: $0.00', budgetCode: '7\u2028Approved by: the President' };
  await submit(staff, { fileName: 'Forged.pdf', ...forged });
  const found = await vi.waitFor(async () => {
    const email = (await room.emails()).find(
      ({ to, subject }) => to?.[0]?.address === 'prints@sawtooth.example' && subject?.endsWith('Forged.pdf'),
    );
    if (email === undefined) throw new Error('It was not sent.');
    return email;
  }, patience);
  const lines = (found.text ?? '').split(/\r?\n/);
  expect(lines).toContain('Department: Biology Estimate: $0.00');
  expect(lines).toContain('Budget code: 7 Approved by: the President');
  expect(lines.filter((line) => /^(Estimate|Approved by):/.test(line))).toHaveLength(1);
});

test("the mail room's replies go where the requester gets email now, or to no one", async () => {
  const staff = await room.server.signIn('staff');
  const { id } = await submit(staff, { fileName: 'Now.pdf' });
  const sent: Email[] = [];
  const send = async (email: Email) => {
    sent.push(email);
    return 'Sent.';
  };
  const { platform } = room.server.quad;
  const job = createHandOver({
    ...platform,
    mail: { ...platform.mail, send },
    address: 'prints@sawtooth.example',
  });
  const sendAgain = () =>
    job.run({ requestId: id }, { log: platform.log, signal: AbortSignal.timeout(10_000) });
  const change = (set: string) =>
    room.server.database.pool.query(
      `update people set ${set} where id = (select requester_id from poster_requests where id = $1)`,
      [id],
    );
  await change("email = 'renamed@sawtooth.example'");
  await sendAgain();
  await change('email_released_at = now()');
  await sendAgain();
  expect(sent.map(({ replyTo }) => replyTo)).toEqual(['renamed@sawtooth.example', undefined]);
  expect(sent[1]?.text).not.toContain('@sawtooth.example');
});

test('a mail server that refuses the size gets a second email, with a link', { tags: 'long' }, async () => {
  const mailServer = await startMailServer({ mostBytes: 200_000 });
  const strict = await createTestMailRoom({
    campusFolder: campus.folder,
    variables: { QUAD_SMTP_URL: mailServer.url },
  });
  onTestFinished(() => strict.stop());
  const content = drawPdf({ pages: [{ media: [0, 0, 2592, 1728] }], padding: 300_000 });
  const { id } = await submit(await strict.server.signIn('faculty'), { content });
  const got = () => mailServer.emails.filter(({ to }) => to === 'prints@sawtooth.example');
  await expect.poll(() => got().length, patience).toBe(1);
  const { text, attachments } = await PostalMime.parse(got()[0]?.content ?? '');
  expect(text).toContain('too large for an email');
  expect(text).toContain(posters.screens.poster.path.replace(':id', id));
  expect(attachments).toEqual([]);
});

test('a request that was canceled before its email went out is not sent to be printed', async () => {
  const faculty = await room.server.signIn('faculty');
  const { id, number } = await submit(faculty);
  await faculty.send(cancelPoster, { params: { id } });
  const { platform } = room.server.quad;
  const send = vi.fn<typeof platform.mail.send>();
  const job = createHandOver({
    ...platform,
    mail: { ...platform.mail, send },
    address: 'prints@sawtooth.example',
  });
  const { signal } = new AbortController();
  expect(await job.run({ requestId: id }, { signal, log: platform.log })).toBe(
    `Poster #${number} is over, so it was not sent.`,
  );
  expect(send).not.toHaveBeenCalled();
});

test('what a requester does reaches the mail room as email from a person, not as automatic mail', async () => {
  const faculty = await room.server.signIn('faculty');
  const { id, number } = await submit(faculty);
  await faculty.send(cancelPoster, { params: { id } });
  const told = async () =>
    (await room.emails()).find(({ text }) => text?.includes(`canceled poster #${number}`));
  await expect.poll(told, patience).toBeDefined();
  const email = await told();
  expect(email?.to?.[0]?.address).toBe('prints@sawtooth.example');
  expect(email?.headers.map(({ key }) => key)).not.toContain('auto-submitted');
});

test('the Queue Manager says which poster an email is about', async () => {
  const { number } = await submit(await room.server.signIn('faculty'));
  const { jobs } = room.server.quad.platform;
  const entries = async () => {
    const { data } = await jobs.list({ name: 'posters.', paging: { page: 1, pageSize: 100 } });
    return data.filter(({ about }) => about === `Poster #${number}`).map(({ name }) => name);
  };
  await expect
    .poll(async () => (await entries()).toSorted(), patience)
    .toEqual(['posters.email', 'posters.hand-over']);
});

test('the file of a request is removed 90 days after it ended, and the request stays', {
  tags: 'long',
}, async () => {
  const faculty = await room.server.signIn('faculty');
  const mailRoom = await room.server.signIn('mailroom');
  const [past, fresh] = [await submit(faculty), await submit(faculty)];
  for (const { id } of [past, fresh])
    await mailRoom.send(movePoster, { params: { id }, body: { state: 'cancelled' } });
  const age = `update poster_requests set ended_at = now() - make_interval(days => $2) where id = $1`;
  await room.server.database.pool.query(age, [past.id, 91]);
  await room.server.database.pool.query(age, [fresh.id, 89]);
  const before = room.stored();
  const { platform } = room.server.quad;
  const job = createRetention(platform, { keepFileDays: 90, stored: platform.files });
  const { signal } = new AbortController();
  expect(await job.run({}, { signal, log: platform.log })).toBe('Removed 1 files.');
  await expect.poll(() => before - room.stored(), patience).toBe(1);
  const download = ({ id }: { id: string }) => faculty.send(downloadPoster, { params: { id } });
  expect([(await download(past)).status, (await download(fresh)).status]).toEqual([410, 200]);
  const shown = (await faculty.send(readPoster, { params: { id: past.id } })).body.data;
  expect(shown).toMatchObject({ hasFile: false, state: 'cancelled' });
});

test('requests without a file keep no other file from being removed, however many there are', async () => {
  const faculty = await room.server.signIn('faculty');
  const { id } = await submit(faculty);
  await faculty.send(cancelPoster, { params: { id } });
  const { pool } = room.server.database;
  await pool.query(`update poster_requests set ended_at = now() - interval '91 days' where id = $1`, [id]);
  const { rows } = await pool.query(`select string_agg(column_name, ', ') as others
    from information_schema.columns where table_name = 'poster_requests' and is_generated = 'NEVER'
      and column_name not in ('id', 'number', 'stored_name', 'ended_at')`);
  await pool.query(
    `insert into poster_requests (id, number, ended_at, ${rows[0].others})
     select gen_random_uuid(), -of, now() - interval '1 year', ${rows[0].others}
     from poster_requests, generate_series(1, 1000) of where id = $1`,
    [id],
  );
  onTestFinished(async () => void (await pool.query('delete from poster_requests where number < 0')));
  const { platform } = room.server.quad;
  const job = createRetention(platform, { keepFileDays: 90, stored: platform.files });
  const { signal } = new AbortController();
  expect(await job.run({}, { signal, log: platform.log })).toBe('Removed 1 files.');
});

test('two runs at once remove the files of past requests, each file once', async () => {
  const faculty = await room.server.signIn('faculty');
  const past = [await submit(faculty), await submit(faculty)];
  for (const { id } of past) await faculty.send(cancelPoster, { params: { id } });
  const age = `update poster_requests set ended_at = now() - interval '91 days' where id = any($1)`;
  await room.server.database.pool.query(age, [past.map(({ id }) => id)]);
  const { platform } = room.server.quad;
  const { signal } = new AbortController();
  const settings = { keepFileDays: 90, stored: platform.files };
  const run = ({ change, reader }: Pick<typeof platform, 'change' | 'reader'>) =>
    createRetention({ change, reader }, settings).run({}, { signal, log: platform.log });
  let other = '';
  const change = overtake(platform.change, async () => {
    other = (await run(platform)) ?? '';
  });
  expect([await run({ ...platform, change }), other]).toEqual(['Removed 0 files.', 'Removed 2 files.']);
});

test('the email about a pick-up is dropped if the pick-up was undone before it went out', async () => {
  const mailRoom = await room.server.signIn('mailroom');
  const { id, number } = await submit(await room.server.signIn('faculty'));
  const stepTo = async (state: 'printing' | 'ready' | 'picked-up') => {
    const { body } = await mailRoom.send(movePoster, { params: { id }, body: { state } });
    return body.data.messages.at(-1)?.id ?? '';
  };
  await stepTo('printing');
  await stepTo('ready');
  const steps = [await stepTo('picked-up'), await stepTo('ready')] as const;
  const sent: string[] = [];
  const { platform } = room.server.quad;
  const send = async ({ text }: Email) => {
    sent.push(text.split('\n')[0] ?? '');
    return 'Sent.';
  };
  const job = createNotice({ ...platform, mail: { ...platform.mail, send }, address: undefined });
  const { signal } = new AbortController();
  const run = (messageId: string) => job.run({ messageId }, { signal, log: platform.log });
  expect(await run(steps[0])).toBe(`Poster #${number} has changed again, so no email was sent.`);
  await run(steps[1]);
  expect(sent).toEqual([
    'Your poster was marked as picked up by mistake. It is still ready at the Mail & Copy Center.',
  ]);
  // Picked up after all: nothing says anymore that it is still there.
  await stepTo('picked-up');
  expect(await run(steps[1])).toBe(`Poster #${number} has changed again, so no email was sent.`);
});

test('a past request that is made ready again keeps its file; without a file it stays as it is', async () => {
  const mailRoom = await room.server.signIn('mailroom');
  const { id } = await submit(await room.server.signIn('faculty'));
  const params = { id };
  const move = (state: 'printing' | 'ready' | 'picked-up') =>
    mailRoom.send(movePoster, { params, body: { state } });
  for (const state of ['printing', 'ready', 'picked-up'] as const) await move(state);
  const age = () =>
    room.server.database.pool.query(
      `update poster_requests set ended_at = now() - interval '91 days' where id = $1`,
      [id],
    );
  await age();
  const { platform } = room.server.quad;
  const { signal } = new AbortController();
  const settings = { keepFileDays: 90, stored: platform.files };
  const run = (change: typeof platform.change) =>
    createRetention({ ...platform, change }, settings).run({}, { signal, log: platform.log });
  expect(await run(overtake(platform.change, () => move('ready')))).toBe('Removed 0 files.');
  expect((await mailRoom.send(downloadPoster, { params })).status).toBe(200);
  await move('picked-up');
  await age();
  expect(await run(platform.change)).toBe('Removed 1 files.');
  expect((await mailRoom.send(readPoster, { params })).body.data.next).toEqual([]);
  expect((await move('ready')).status).toBe(409);
});
