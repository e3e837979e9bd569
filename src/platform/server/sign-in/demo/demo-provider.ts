import type { Reader } from '../../db/database.ts';
import { guardAttempt } from '../failures.ts';
import type { Provider } from '../provider.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { renderDemoPage } from './demo-page.ts';
import { isDemoPassword } from './demo-passwords.ts';
import { demoDomain, demoEmail, demoPeople } from './demo-people.ts';
import { fillDemoPeople } from './fill-demo-people.ts';
import { assertOnlyHere } from './only-here.ts';

export const demoName = 'demo';

const action = `/api/auth/providers/${demoName}/login`;
/** What some directories call Domain-Faculty; `access.yaml` names both. */
const otherFaculty = 'Faculty';
const offered = new Set(demoPeople.flatMap(({ people }) => people).map(demoEmail));

/**
 * Sign-in by one click as a made-up person.
 * @param onlyHere The demo is on by default, so it serves this machine only.
 */
export function createDemoProvider({ onlyHere }: { onlyHere: boolean }): Provider {
  return {
    name: demoName,
    title: 'Demo people',
    domains: [demoDomain],
    trustedEmail: true,
    groups: [
      ...new Set([
        ...demoPeople.flatMap(({ people }) => people).flatMap(({ groups }) => groups),
        otherFaculty,
      ]),
    ],
    prepare: ({ unaudited }) => fillDemoPeople(unaudited('demo data')),
    async start({ context, services }, { redirect }) {
      if (onlyHere) assertOnlyHere(context);
      const photos = await readPhotos(services.reader);
      return { page: await renderDemoPage(services.pages, { action, redirect, photos }) };
    },
    submit({ context, services }, { email = '', username, password, redirect }) {
      if (onlyHere) assertOnlyHere(context);
      const name = (username ?? email).trim().toLowerCase();
      return guardAttempt(services, context, name, async () => {
        const person = await findDemoPerson(services.reader, name);
        // A click is enough for demo people; who uses the form wants to see that the password counts.
        if (username !== undefined && !(await isDemoPassword(services.reader, name, password ?? '')))
          throw new SignInRefusal('credentials');
        if (person === undefined) throw new SignInRefusal('unknown-person');
        const { photo, groups } = person;
        const profile = {
          subject: person.email,
          email: person.email,
          emailVerified: true,
          name: person.name,
          groups,
        };
        return { profile, state: null, redirect, photo: async () => photo };
      });
    },
    async askAgain({ services }, { username, redirect }, refusal) {
      if (username === undefined || refusal.reason !== 'credentials') return null;
      const photos = await readPhotos(services.reader);
      const problem = 'The email or the password is wrong.';
      return renderDemoPage(services.pages, { action, redirect, photos, username, problem });
    },
    async rereadGroups({ reader, subject }) {
      const person = await findDemoPerson(reader, subject);
      return person === undefined ? { kind: 'over' } : { kind: 'known', groups: person.groups, state: null };
    },
  };
}

async function readPhotos(reader: Reader): Promise<ReadonlyMap<string, Buffer>> {
  const withPhoto = await reader
    .selectFrom('demo_people')
    .select(['email', 'photo'])
    .where('photo', 'is not', null)
    .execute();
  return new Map(withPhoto.flatMap(({ email, photo }) => (photo === null ? [] : [[email, photo] as const])));
}

/** Only people of the list: any other row in the table does not count. */
function findDemoPerson(reader: Reader, email: string) {
  if (!offered.has(email)) return Promise.resolve(undefined);
  return reader
    .selectFrom('demo_people')
    .selectAll()
    .where('email', '=', email)
    .where('disabled', '=', false)
    .executeTakeFirst();
}
