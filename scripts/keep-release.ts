// Keeps the test data for future upgrades: node scripts/run.mjs --full scripts/keep-release.ts
// A portal of this version runs with its demo college, is used a little, and is backed up into
// tests/upgrade/.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ask } from '../harness/ask.ts';
import { root, runProgram } from '../harness/program.ts';
import { quadEnvironment, startQuad, temporaryFolder } from '../harness/quad.ts';
import { runAndEnd } from '../harness/scope.ts';
import program from '../package.json' with { type: 'json' };
import { addRaLog, listBuildings } from '../src/tools/ra-logs/contract.ts';
import { createLink } from '../src/tools/short-links/contract.ts';
import { hashMigrations } from './migration-hashes.ts';

const folder = path.join(root, 'tests/upgrade');
const list = path.join(folder, 'released-migrations.json');

async function main(): Promise<void> {
  const hashes = hashMigrations(path.join(root, 'migrations'));
  const released = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>;
  for (const [name, hash] of Object.entries(released)) {
    if (hashes[name] !== hash) throw new Error(`The released migration ${name} was changed or removed.`);
  }
  await runProgram(['scripts/build.ts']);
  const dataFolder = await temporaryFolder();
  const quad = await startQuad({ dataFolder });
  await use(quad.url, await quad.signIn('it'));
  // An orderly stop writes counters from memory to the database.
  await quad.stop();
  const file = path.join(folder, `${program.version}.tar`);
  console.log(await runProgram(['src/entry/backup.ts', file], quadEnvironment(dataFolder)));
  writeFileSync(list, `${JSON.stringify(hashes, null, 2)}\n`);
}

/** A little of what people do, for rows that no seed makes: audit entries, visits, keys, a review. */
async function use(url: string, cookie: string): Promise<void> {
  const post = async (address: string, body: object) => {
    const headers = { origin: url, cookie, 'content-type': 'application/json', 'idempotency-key': address };
    const answer = await ask(url + address, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`${address}: ${answer.status} ${answer.body}`);
  };
  await post(createLink.path, { shortUrl: 'released', longUrl: 'https://www.sawtooth.example/released' });
  const { body } = await ask(url + listBuildings.path, { headers: { cookie } });
  const [building] = (JSON.parse(body) as { data: { name: string }[] }).data;
  await post(addRaLog.path, { building: building?.name, followUp: true, comments: 'Kept.' });
  for (let visit = 0; visit < 3; visit += 1) await ask(`${url}/r/released`);
}

await runAndEnd(main);
