import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../harness/ask.ts';
import type { Quad } from '../../harness/quad.ts';
import { createRandom } from '../../harness/random.ts';
import type { Portal } from '../writes/writer.ts';

interface Phase {
  perSecond: number;
  /** Milliseconds of the slowest of a hundred. */
  p99: number;
}

const people = 20;

/**
 * Follows a thousand links at one instance, first undisturbed and then while a link is changed on another one
 * ten times a second: each change makes every instance forget everything it has cached about links.
 */
export async function followWhileChanging(
  { portal, follow, change, seconds }: { portal: Portal; follow: string; change: string; seconds: number },
  database: Pick<Quad, 'query'>,
): Promise<{ peace: Phase; changing: Phase; changes: number }> {
  const rows = await database.query<{ id: string; name: string }>(
    'select id, short_url as name from short_links where expires_at is null limit 1000',
  );
  const [victim, ...links] = rows;
  const names = links.map(({ name }) => name);
  await followFor(follow, names, 1);
  const peace = await followFor(follow, names, seconds);
  let over = false;
  let changes = 0;
  const changing = (async () => {
    const headers = { cookie: portal.cookies.it, origin: portal.url, 'content-type': 'application/json' };
    while (!over) {
      const body = JSON.stringify({ longUrl: `https://www.sawtooth.example/${changes}` });
      const answer = await ask(`${change}/api/redirects/${victim?.id}`, { method: 'PUT', headers, body });
      if (answer.status === 200) changes += 1;
      await pause(100);
    }
  })();
  const disturbed = await followFor(follow, names, seconds);
  over = true;
  await changing;
  return { peace, changing: disturbed, changes };
}

async function followFor(url: string, names: readonly string[], seconds: number): Promise<Phase> {
  const agent = new Agent({ keepAlive: true, maxSockets: people });
  const random = createRandom(1);
  const until = performance.now() + seconds * 1_000;
  const took: number[] = [];
  const person = async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      const { status } = await ask(`${url}/r/${random.pick(names)}`, { agent });
      if (status !== 302) throw new Error(`A link that exists was answered with ${status}.`);
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: people }, person));
  agent.destroy();
  const sorted = took.toSorted((one, other) => one - other);
  return { perSecond: took.length / seconds, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}
