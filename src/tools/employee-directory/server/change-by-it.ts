import { sql } from 'kysely';
import { z } from 'zod';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import { addressOf } from '../../../platform/server/mail/find-address.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { changeEmployeePage } from '../contract.ts';
import { employeeDirectory } from '../tool.ts';
import { type ExtrasRow, extrasColumns, holdPage, savePage, toExtras } from './page-changes.ts';
import { presentPage } from './present.ts';
import { findPage } from './queries.ts';
import type { EmployeeDirectory } from './services.ts';

/** Only ids and names of fields: what was written is on the page. */
const data = z.object({ pageId: z.uuid(), byId: z.uuid(), changed: z.array(z.string()), key: z.uuid() });
const tellPerson = { name: 'employee-directory.changed', data };

const words: Readonly<Record<keyof ExtrasRow, string>> = {
  room: 'Room',
  hours: 'Hours',
  ask_about: 'Ask me about',
  pronouns: 'Pronouns',
  audience: 'Who sees it',
  photo_choice: 'Photo',
};
const names = Object.keys(words) as (keyof ExtrasRow)[];
const untouched: ExtrasRow = {
  room: '',
  hours: '',
  ask_about: '',
  pronouns: '',
  audience: 'employees',
  photo_choice: 'college',
};

/** What IT fixes on the page of someone who can't, or won't: an office that moved, an inappropriate photo. */
export async function handleChangePage(
  services: EmployeeDirectory,
  { actor, change, reader }: CallContext<PersonActor>,
  { params: { id }, body: { removePhoto, ...texts } }: CallInput<typeof changeEmployeePage>,
): Promise<CallReply<typeof changeEmployeePage>> {
  await change(async (unit) => {
    const page = await holdPage(unit.transaction, { pageId: id });
    if (page === null) throw unknown();
    unit.demand(
      page.personId === actor.id ? () => refusalOf(changeEmployeePage, 'own-page') : byPermission,
      page,
    );
    const before = page.extras ?? untouched;
    const isRemoved = removePhoto && before.photo_choice === 'own';
    const photoChoice = isRemoved ? 'college' : before.photo_choice;
    const after = toExtras({ ...texts, audience: before.audience, photoChoice }, before, services.shows);
    await savePage(unit.transaction, page.key, after, null);
    unit.record({
      action: 'employee-page.change-by-it',
      subject: { type: 'employee-page', id: page.key, columns: extrasColumns },
      before,
      after,
      about: { directoryKey: page.key },
    });
    const changed = names.filter((name) => before[name] !== after[name]);
    if (changed.length > 0)
      await unit.enqueue(tellPerson, { pageId: id, byId: actor.id, changed, key: crypto.randomUUID() });
  });
  const row = await findPage(reader, actor, id);
  if (row === undefined) throw unknown();
  return { data: presentPage(services, row, actor) };
}

const unknown = () => refusalOf(changeEmployeePage, 'unknown');

interface Services {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { product: string };
}

/** Emails the person what IT has changed on their page. */
export function createTellPerson({ reader, mail, publicUrl, campus: { product } }: Services): Job {
  return defineJob<z.output<typeof data>>({
    ...tellPerson,
    title: 'Notify someone of what IT changed on their Employee Directory page',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ pageId, byId, changed, key }, { signal }) {
      const [found] = await readRows(
        reader,
        // Someone who has never signed in has only the address of the directory.
        sql<{ email: string | null; by: string }>`
          select case when p.id is null then nullif(d.email, '') else ${addressOf} end as email, it.name as by
          from directory_records d join people it on it.id = ${byId} left join people p on p.id = d.person_id
          where d.page_id = ${pageId} and d.active`,
      );
      if (found === undefined || found.email === null)
        return 'This person has no email address, is blocked, or has left, so no email was sent.';
      const fields = names.filter((name) => changed.includes(name)).map((name) => words[name]);
      const page = `${publicUrl}${employeeDirectory.screens.person.path.replace(':id', 'me')}`;
      const text = [
        `${found.by} in IT changed your page in the Employee Directory: ${fields.join(', ')}.`,
        '',
        'See what it says now, and change it if you like:',
        page,
      ].join('\n');
      const subject = `[${product}] Your page in the Employee Directory was changed`;
      return mail.send({ key: `employee-page-${key}`, to: found.email, subject, text }, signal);
    },
  });
}
