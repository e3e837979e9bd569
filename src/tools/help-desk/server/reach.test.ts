import { expect, onTestFinished, test } from 'vitest';
import { joinIncident, postIncident } from '../contract.ts';
import { createIncidentEmail } from './incident-email.ts';
import { createNotAdded } from './incoming/not-added.ts';
import { createTestDesk, submit } from './testing/desk.ts';

test('someone who lost the groups for the help desk gets no email that sends them to its pages', async () => {
  const desk = await createTestDesk();
  onTestFinished(desk.stop);
  const student = await desk.server.signIn('student');
  const ticket = await submit(student);
  const it = await desk.server.signIn('it');
  const body = { title: 'No sound', text: 'Wait.' };
  const { id: incidentId } = (await it.send(postIncident, { body })).body.data;
  await student.send(joinIncident, { params: { id: incidentId } });
  const [person] = await desk.rows('select requester_id as id from help_tickets where id = $1', [ticket.id]);

  const { platform } = desk.server.quad;
  const texts: string[] = [];
  const send = async ({ text }: { text: string }) => {
    texts.push(text);
    return 'sent';
  };
  const services = { ...platform, mail: { ...platform.mail, send } };
  const context = { log: platform.log, signal: new AbortController().signal };
  const emails = async () => {
    texts.length = 0;
    for (const outcome of ['over', 'too many'] as const) {
      const reply = { messageKey: outcome, ticketId: ticket.id, personId: person?.id, outcome };
      await createNotAdded(services).run(reply, context);
    }
    await desk.rows(
      `with solved as (update help_incidents set state = 'solved' where id = $1 returning id, version)
       insert into help_incident_recipients (incident_id, version, person_id) select id, version, $2 from solved`,
      [incidentId, person?.id],
    );
    await createIncidentEmail(services).run({ incidentId, version: 1 }, context);
    return texts.map((text) => /https?:[^ ]*\/support\/[a-z-]*|contact .*/.exec(text)?.[0] ?? '');
  };
  const { publicUrl } = platform;
  const form = `${publicUrl}/support/submit-help-desk-ticket`;
  expect(await emails()).toEqual([form, `${publicUrl}/support/tickets`, form]);

  await desk.rows(`update identities set groups = '{}' where subject = 'student@sawtooth.example'`);
  expect(await emails()).toEqual(['contact IT Help Desk (help@sawtooth.example).', '', '']);
});
