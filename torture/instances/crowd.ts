import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { type Answer, ask } from '../../harness/ask.ts';
import type { Quad } from '../../harness/quad.ts';
import type { Random } from '../../harness/random.ts';
import { compare } from '../writes/compare.ts';
import { createLedger, type Ledger } from '../writes/ledger.ts';
import { createPlanner, type Write } from '../writes/plan.ts';
import type { Portal } from '../writes/writer.ts';

/** People who write, read, and follow links, each one request at a time, until they are told to stop. */
export interface Crowd {
  readonly mark: string;
  /** The acknowledged writes with an idempotency key. */
  readonly ledger: Ledger;
  /** Short names of links that were acknowledged without a key. */
  readonly withoutKey: readonly string[];
  /** Requests with the expected response so far. */
  answered(): number;
  /** One sentence for every other request. */
  readonly failed: readonly Failure[];
  /** Lets everyone finish. */
  stop(): Promise<void>;
}

export interface Failure {
  what: string;
  /** Whether a proxy could have sent it to another instance. */
  repeatable: boolean;
  said: string;
}

const patience = 20_000;

/** @param mark Prefix of the names that this crowd creates. */
export function startCrowd(portal: Portal, mark: string, random: Random): Crowd {
  const ledger = createLedger();
  const withoutKey: string[] = [];
  const failed: Failure[] = [];
  const agent = new Agent({ keepAlive: true });
  let answered = 0;
  let over = false;

  /**
   * Sends one request.
   * @returns the response when it is the expected one
   */
  async function once(
    expected: number,
    method: 'GET' | Write['method'],
    path: string,
    { cookie, key, body }: { cookie?: string; key?: string; body?: object | undefined } = {},
  ): Promise<Answer | null> {
    const repeatable = method === 'GET' || key !== undefined;
    const headers = {
      origin: portal.url,
      ...(cookie === undefined ? {} : { cookie }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const fail = (said: string) => void failed.push({ what: `${method} ${path}`, repeatable, said });
    try {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await ask(`${portal.url}${path}`, { method, headers, agent, patience, ...content });
      if (answer.status === expected) {
        answered += 1;
        return answer;
      }
      fail(`${answer.status} ${answer.body.slice(0, 300)}`);
    } catch (error) {
      fail(String(error));
    }
    return null;
  }

  async function write(number: number): Promise<void> {
    const planner = createPlanner(`${mark}${number}`, ledger, random);
    while (!over) {
      const { person, method, path, body, status, note } = planner.next();
      const cookie = portal.cookies[person];
      const answer = await once(status, method, path, { cookie, key: randomUUID(), body });
      if (answer !== null) note(answer.body === '' ? null : JSON.parse(answer.body));
    }
  }

  async function writeWithoutKey(): Promise<void> {
    for (let made = 1; !over; made += 1) {
      const shortUrl = `${mark}plain${made}`;
      const body = { shortUrl, longUrl: 'https://www.sawtooth.example/', expirationDate: null };
      const cookie = portal.cookies.it;
      const answer = await once(201, 'POST', '/api/redirects', { cookie, body });
      if (answer !== null) withoutKey.push(shortUrl);
    }
  }

  async function read(): Promise<void> {
    while (!over) {
      await once(200, 'GET', '/api/redirects?page=1', { cookie: portal.cookies.it });
      const known = random.pick(withoutKey);
      if (known !== undefined) await once(302, 'GET', `/r/${known}`);
    }
  }

  const working = Promise.all([write(1), write(2), writeWithoutKey(), read(), read()]);

  return {
    mark,
    ledger,
    withoutKey,
    answered: () => answered,
    failed,
    async stop() {
      over = true;
      await working;
      agent.destroy();
    },
  };
}

/** The acknowledged writes that are missing, wrong, or doubled in the database. */
export async function faultsOf(crowd: Crowd, database: Pick<Quad, 'query'>): Promise<string[]> {
  const { faults } = await compare(database, crowd.mark, crowd.ledger);
  const rows = await database.query<{ short_url: string }>(
    'select short_url from short_links where short_url = any($1)',
    [crowd.withoutKey],
  );
  const found = new Set(rows.map((row) => row.short_url));
  const missing = crowd.withoutKey.filter((name) => !found.has(name));
  // Others used the same database, so its audit log and keys are not from this crowd alone.
  const ofOthers = /^(audit entry .* was never acknowledged|\d+ writes left)/;
  return [
    ...faults.filter((fault) => !ofOthers.test(fault)),
    ...missing.map((name) => `short link ${name}, acknowledged without a key, is lost.`),
  ];
}
