import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../src/platform/server/testing/test-server.ts';
import { endThings } from '../src/tools/comings-and-goings/contract.ts';
import { changeTicket, submitTicket } from '../src/tools/help-desk/contract.ts';
import { addRaLog, assignFollowUp } from '../src/tools/ra-logs/contract.ts';
import { serverTools } from '../src/tools/server.ts';

test('IT ends the follow-up and the ticket of a leaver while the ticket is solved with its follow-up', async () => {
  const server = await startTestServer({ tools: serverTools });
  onTestFinished(() => server.stop());
  const { pool, someoneWaits } = server.database;
  const [reslife, it, colleague] = await Promise.all(
    (['reslife', 'it', 'it2'] as const).map((name) => server.signIn(name)),
  );
  if (!reslife || !it || !colleague) throw new Error('Someone could not sign in.');
  const { data: log } = (await reslife.send(addRaLog, { body: { building: 'Hayman', followUp: true } })).body;
  const owner = 'it@sawtooth.example';
  await reslife.send(assignFollowUp, { params: { id: log._id }, body: { owner } });
  const about = { subject: 'Light', description: 'It flickers.', log: log._id };
  const { id } = (await reslife.send(submitTicket, { body: about })).body.data;
  await it.send(changeTicket, { params: { id }, body: { assignee: owner } });

  const things = [
    { kind: 'ra-logs.follow-ups', keys: [log._id] },
    { kind: 'help-desk.assigned', keys: [id] },
  ];
  const { rows } = await pool.query('select id from people where email = $1', [owner]);
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from ra_logs for update');
  const ending = it.send(endThings, { params: { id: rows[0].id }, body: { things } });
  await vi.waitFor(async () => expect(await someoneWaits()).toBe(true), 20_000);
  const body = { state: 'solved', closingNote: 'New tube.' } as const;
  const solving = colleague.send(changeTicket, { params: { id }, body });
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(2), 20_000);
  await holder.query('commit');
  holder.release();
  // The second one picks up where the first left off.
  expect([(await ending).status, (await solving).status]).toEqual([200, 200]);
}, 60_000);
