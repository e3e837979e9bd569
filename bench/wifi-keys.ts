import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { ask } from '../harness/ask.ts';
import { type Quad, startQuad, temporaryFolder } from '../harness/quad.ts';
import { type Bench, compare, figure, type Report, type Row } from './harness/row.ts';
import { percentile } from './harness/statistics.ts';

/** On each side. */
const people = 1_000;
/** As many as a proxy would keep open, for each side. */
const connections = 50;

export const wifiKeys: Row = {
  name: 'wifi-keys',
  about: '1,000 people asking for their first Wi-Fi key at once, while 1,000 read theirs',
  run,
};

interface Asking {
  cookie: string;
  method: 'GET' | 'POST';
}

async function run({ say, profileFolder }: Bench): Promise<Report> {
  const quad = await startQuad({ dataFolder: await temporaryFolder(), profileFolder });
  const readers = await signInMany(quad, 'reader');
  const newcomers = await signInMany(quad, 'newcomer');
  const prepared = await askAll(
    quad,
    readers.map((cookie) => ({ cookie, method: 'POST' })),
  );
  const warm = prepared.passwords.filter((password) => password !== null);
  say(`${people} first keys and ${people} readings at once, over ${2 * connections} connections`);
  const [reading, making] = await Promise.all([
    askAll(
      quad,
      readers.map((cookie) => ({ cookie, method: 'GET' })),
    ),
    askAll(
      quad,
      newcomers.map((cookie) => ({ cookie, method: 'POST' })),
    ),
  ]);
  const [counted] = await quad.query<{ keys: number; owners: number }>(
    `select count(*)::int as keys, count(distinct owner_id)::int as owners from wifi_keys where owner_id in (
       select id from people where email like 'bench-%')`,
  );
  const memory = quad.peakMemory();
  await quad.stop();
  const own = new Set([...prepared.passwords, ...making.passwords]);
  return {
    lines: [
      figure('first keys made', '%', [(making.answered / people) * 100], { atLeast: 100 }),
      figure('keys read in the meantime', '%', [(reading.answered / people) * 100], { atLeast: 100 }),
      compare({
        what: 'first keys in a second, beside the readings',
        unit: '/s',
        ours: [making.perSecond],
        limit: [reading.perSecond],
        against: 'readings in a second, at the same time',
      }),
      figure('a first key: the slowest of twenty (p95)', 'ms', [percentile(making.took, 0.95)]),
      figure('a reading: the slowest of twenty (p95)', 'ms', [percentile(reading.took, 0.95)]),
      figure('peak memory', 'MB', [memory]),
    ],
    remarks: ['Each person has a session and a key of their own; the database says how many keys there are.'],
    faults: [
      ...[...prepared.faults, ...reading.faults, ...making.faults].slice(0, 5),
      ...(counted?.keys === 2 * people && counted.owners === 2 * people
        ? []
        : [`There are ${counted?.keys} keys of ${counted?.owners} people instead of ${2 * people} of each.`]),
      ...(own.size === 2 * people
        ? []
        : [`${own.size} different keys were answered instead of ${2 * people}.`]),
      ...(reading.passwords.every((password, at) => password === prepared.passwords[at]) &&
      warm.length === people
        ? []
        : ['Someone read another key than the one that was made for them.']),
    ],
  };
}

interface Asked {
  answered: number;
  perSecond: number;
  /** Milliseconds of each, sorted. */
  took: number[];
  /** In the order in which they asked; `null` for those who got none. */
  passwords: (string | null)[];
  faults: string[];
}

async function askAll(quad: Quad, askings: readonly Asking[]): Promise<Asked> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const found: Asked = { answered: 0, perSecond: 0, took: [], passwords: [], faults: [] };
  const begin = performance.now();
  found.passwords = await Promise.all(
    askings.map(async ({ cookie, method }) => {
      const since = performance.now();
      const { status, body } = await ask(`${quad.url}/api/support/wifi-key`, {
        method,
        agent,
        headers: { cookie, origin: quad.url, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      found.took.push(performance.now() - since);
      if (status !== (method === 'POST' ? 201 : 200)) {
        found.faults.push(`${method}: ${status} ${body.slice(0, 200)}`);
        return null;
      }
      found.answered += 1;
      return (JSON.parse(body) as { password: string }).password;
    }),
  );
  found.perSecond = (found.answered / (performance.now() - begin)) * 1_000;
  found.took.sort((one, other) => one - other);
  agent.destroy();
  return found;
}

/** Students with sessions, straight into the database: signing in is another row. */
async function signInMany(quad: Quad, word: string): Promise<string[]> {
  const tokens = Array.from({ length: people }, () => randomBytes(32).toString('base64url'));
  const rows = tokens.map((token, at) => ({
    id: randomUUID(),
    session: randomUUID(),
    email: `bench-${word}-${at}@sawtooth.example`,
    hash: createHash('sha256').update(token).digest('hex'),
  }));
  await quad.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as g(id uuid, session uuid, email text, hash text)),
     added as (insert into people (id, email, name, given_name, family_name)
       select id, email, 'Bench Student', 'Bench', 'Student' from given),
     proved as (insert into identities (provider, subject, person_id, groups)
       select 'demo', email, id, array['Domain-Student'] from given)
     select`,
    [JSON.stringify(rows)],
  );
  await quad.query(
    `insert into sessions (id, token_hash, person_id, provider, subject, expires_at, user_agent, client_address)
     select session, decode(hash, 'hex'), id, 'demo', email, now() + interval '8 hours', 'bench', '127.0.0.1'
     from jsonb_to_recordset($1::jsonb) as g(id uuid, session uuid, email text, hash text)`,
    [JSON.stringify(rows)],
  );
  return tokens.map((token) => `quad-session=${token}`);
}
