import { ask } from '../../harness/ask.ts';
import type { Quad } from '../../harness/quad.ts';

/** People of the directory who have never signed in, all in one group. */
export async function fillPeople(quad: Quad, people: number): Promise<void> {
  await quad.query(
    `insert into directory_records (key, account_name, email, given_name, family_name, title, department,
       department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
     select 'bench-' || i, 'p' || i, 'p' || i || '@sawtooth.example', 'Ada', 'Hale', '', '', '', '', '', '', 'student',
       array['Domain-Student'], false, '', '' from generate_series(1, $1::int) as i`,
    [people],
  );
  await quad.query('vacuum (analyze) directory_records');
}

/** Publishes one to all students. @returns how many people it goes to */
export async function publishEmergency(quad: Quad, cookie: string): Promise<number> {
  const publish = (people: number) =>
    ask(`${quad.url}/api/notices/emergencies`, {
      method: 'POST',
      headers: { cookie, origin: quad.url, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Gas leak in Hayman',
        text: 'Leave the building **now** and meet at the gym. Do not use the elevators.',
        audience: 'groups',
        groups: ['Domain-Student'],
        until: new Date(Date.now() + 3_600_000).toISOString(),
        people,
      }),
    });
  // The first response says the number that has to be typed.
  const asked = /It goes to ([\d,]+)/.exec((await publish(0)).body);
  const people = Number((asked?.[1] ?? '').replaceAll(',', ''));
  const { status, body } = await publish(people);
  if (status !== 201) throw new Error(`The emergency was answered with ${status}: ${body.slice(0, 200)}`);
  return people;
}
