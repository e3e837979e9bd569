import { v7 as uuid } from 'uuid';
import type { Access, Permission } from '../../contract/access.ts';
import { type Body, type Call, pathOf } from '../../contract/call.ts';
import type { TestAnswer, TestClient } from './test-client.ts';
import type { TestServer } from './test-server.ts';

/** Who may do what, written by hand from the specification. */
export interface AccessTable {
  /** Every demo person by the name before the `@`. */
  readonly people: readonly string[];
  readonly holders: Readonly<Record<Permission, readonly string[]>>;
  /** The calls that only need a sign-in, by name. */
  readonly signedIn: readonly string[];
  /** The calls that need nothing, by name. */
  readonly public: readonly string[];
}

/** Content that a call accepts, by its name: a refused call is also tried with it, and must do nothing. */
export type Contents = Readonly<Record<string, unknown>>;

/** Calls that are missing from the table, and names in the table that no call or tool knows; one sentence each. */
export function findGaps(
  calls: readonly Call[],
  declared: readonly Permission[],
  table: AccessTable,
): string[] {
  const named = (access: Access) => calls.filter((call) => call.access === access).map(({ name }) => name);
  const asked = calls.flatMap(({ access }) =>
    access === 'public' || access === 'signed-in' ? [] : [access],
  );
  const permissions = [...new Set([...declared, ...asked])];
  return [
    ...differences('public', named('public'), table.public),
    ...differences('for everyone who is signed in', named('signed-in'), table.signedIn),
    ...differences('a permission', permissions, Object.keys(table.holders)),
  ];
}

function differences(kind: string, real: readonly string[], written: readonly string[]): string[] {
  return [
    ...real
      .filter((name) => !written.includes(name))
      .map((name) => `${name} is ${kind}, but the table does not say so.`),
    ...written
      .filter((name) => !real.includes(name))
      .map((name) => `${name} is ${kind} in the table, but not in the contracts.`),
  ];
}

/**
 * Tries every call signed out and with every set of permissions that a person has, and reports each response that the table does not expect. A call
 * that may not be used is refused before its body is read, and leaves no audit entry.
 */
export async function findDeviations(
  server: TestServer,
  calls: readonly Call[],
  table: AccessTable,
  contents: Contents = {},
): Promise<string[]> {
  // Calls without access come last: one of them ends the session.
  const ordered = calls.toSorted((a, b) => Number(a.access === 'public') - Number(b.access === 'public'));
  const deviations: string[] = [];
  for (const person of [null, ...differentPeople(table)]) {
    let client = person === null ? server.visitor : await server.signIn(person);
    for (const call of ordered) {
      const wanted = expectedRefusal(call.access, person, table);
      const found =
        wanted === null
          ? await tryAllowed(client, call, contents)
          : await tryRefused(server, client, call, wanted, contents);
      if (found.deviation !== null)
        deviations.push(`${call.name} as ${person ?? 'nobody'}: ${found.deviation}`);
      // What succeeded may have ended the session.
      if (person !== null && found.hasWritten && call.access !== 'public')
        client = await server.signIn(person);
    }
  }
  return deviations;
}

/** One of those who hold the same permissions: every one more would send every call once more. */
function differentPeople({ people, holders }: AccessTable): string[] {
  const heldBy = (person: string) =>
    Object.entries(holders)
      .filter(([, names]) => names.includes(person))
      .map(([permission]) => permission)
      .join(' ');
  return [...new Map(people.map((person) => [heldBy(person), person])).values()];
}

function expectedRefusal(access: Access, person: string | null, table: AccessTable): 401 | 403 | null {
  if (access === 'public') return null;
  if (person === null) return 401;
  if (access === 'signed-in') return null;
  return table.holders[access]?.includes(person) === true ? null : 403;
}

interface Found {
  deviation: string | null;
  hasWritten: boolean;
}

async function tryAllowed(client: TestClient, call: Call, contents: Contents): Promise<Found> {
  const { status, body } = await sendContent(client, call, contents);
  const hasWritten = call.method !== 'GET' && status < 400;
  // A rule about the row may forbid what the permission allows; the call then declares the reason.
  const { reason = '' } = (body ?? {}) as { reason?: string };
  const isByRow = call.refusals?.[reason]?.kind === 'forbidden';
  if (status === 401 || (status === 403 && !isByRow))
    return { deviation: `refused with ${status}`, hasWritten };
  return { deviation: status >= 500 ? `failed with ${status}` : null, hasWritten };
}

async function tryRefused(
  server: TestServer,
  client: TestClient,
  call: Call,
  wanted: number,
  contents: Contents,
): Promise<Found> {
  const before = await countAudit(server);
  const answers = [await sendGarbage(client, call), await sendContent(client, call, contents)];
  const wrong = answers.find(({ status }) => status !== wanted);
  const hasWritten = (await countAudit(server)) !== before;
  if (wrong !== undefined) return { deviation: `answered ${wrong.status} instead of ${wanted}`, hasWritten };
  return { deviation: hasWritten ? `refused with ${wanted}, yet it left an audit entry` : null, hasWritten };
}

/** Jobs run alongside the requests; what they write is not the request's doing. */
async function countAudit({ database }: TestServer): Promise<number> {
  const { count } = await database.database
    .selectFrom('audit_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('actor_kind', '!=', 'system')
    .executeTakeFirstOrThrow();
  return count;
}

/** A body that no reader accepts: to refuse access, a call must not need to read it. */
function sendGarbage(client: TestClient, call: Call): Promise<TestAnswer> {
  const address = pathOf(call, paramsFor(call));
  if (call.body === undefined) return client.fetch(call.method, address);
  return client.fetch(call.method, address, {
    headers: { 'content-type': contentTypes[call.body.kind] },
    payload: '{"half":',
  });
}

const contentTypes: Record<Body['kind'], string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  upload: 'multipart/form-data; boundary=half',
};

function sendContent(client: TestClient, call: Call, contents: Contents): Promise<TestAnswer> {
  const body = contents[call.name];
  return client.send<Call>(call, {
    params: paramsFor(call),
    ...(body === undefined ? {} : { body: body as never }),
  });
}

/** Parameters of the right shape that name nothing. */
function paramsFor(call: Call): Record<string, string> {
  const names = Array.from(call.path.matchAll(/:([A-Za-z]+)/g), ([, name = '']) => name);
  const all = [uuid(), '1', 'nothing'].map((value) => Object.fromEntries(names.map((name) => [name, value])));
  return all.find((params) => call.params?.safeParse(params).success === true) ?? all[0] ?? {};
}
