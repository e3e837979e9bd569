import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ask } from '../../harness/ask.ts';
import { busyCampus } from '../../harness/campus.ts';
import { type Instance, startInstance } from '../../harness/instance.ts';
import type { Quad } from '../../harness/quad.ts';
import { freePort } from '../../src/platform/server/testing/free-port.ts';
import type { Portal } from '../writes/writer.ts';

/** Where several instances run. */
export interface Place {
  databaseUrl: string;
  dataFolder: string;
  /** The proxy in front of them. */
  publicUrl: string;
  ports: readonly number[];
  environment?: Record<string, string>;
}

/** Ports of two instances. */
export async function twoPorts(): Promise<[number, number]> {
  return [await freePort(), await freePort()];
}

export async function startAt(place: Place, port: number): Promise<Instance> {
  const { databaseUrl, dataFolder, publicUrl } = place;
  const environment = { QUAD_CAMPUS: await busyCampus(), ...place.environment };
  return startInstance({ databaseUrl, dataFolder, publicUrl, port, environment });
}

/** Starts all of them at the same moment. */
export function startAll(place: Place): Promise<Instance[]> {
  return Promise.all(place.ports.map((port) => startAt(place, port)));
}

/** Signs in the people who write, at the proxy. */
export async function signInAt(url: string): Promise<Portal> {
  const [it, ra, reslife] = [await signIn(url, 'it'), await signIn(url, 'ra'), await signIn(url, 'reslife')];
  return { url, cookies: { it, ra, reslife } };
}

/** @param origin If it differs from the requested address, to bypass the proxy */
export async function signIn(url: string, name: string, origin = url): Promise<string> {
  const answer = await ask(`${url}/api/auth/providers/demo/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ email: `${name}@sawtooth.example`, redirect: '/' })),
  });
  const [cookie] = answer.cookies;
  if (answer.status !== 303 || cookie === undefined)
    throw new Error(`${name} could not sign in: ${answer.status} ${answer.body.slice(0, 200)}`);
  return cookie;
}

/** Queries the database itself, bypassing any pooler. */
export function databaseAt(connectionString: string): Pick<Quad, 'query'> {
  return {
    async query<Result extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const client = new pg.Client({ connectionString });
      await client.connect();
      try {
        return (await client.query<Result>(text, [...values])).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/**
 * Milliseconds until a condition is met, checked again and again.
 * @throws Error after ten seconds
 */
export async function timeUntil(isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > 10_000) throw new Error('It did not happen within ten seconds.');
    await pause(5);
  }
  return performance.now() - begun;
}
