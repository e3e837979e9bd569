// The limit of reads and writes of the database: the same statements through `pg` and nothing else. Argument:
// a JSON file with the connection, the scripts, the duration, and the number of connections. `{id}` and
// `{number}` in a statement stand for a new UUID and a new number.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { v7 as uuid } from 'uuid';

interface Order {
  connection: pg.ClientConfig;
  scripts: string[][];
  seconds: number;
  connections: number;
}

const order: Order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const { connection, scripts, seconds, connections } = order;

const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client(connection);
    await client.connect();
    return client;
  }),
);

let done = 0;
let number = 0;
const begin = performance.now();
const end = begin + seconds * 1000;

function filledIn(text: string): string {
  number += 1;
  return text.replaceAll('{id}', uuid()).replaceAll('{number}', String(number));
}

async function keepBusy(client: pg.Client, first: number): Promise<void> {
  for (let at = first; performance.now() < end; at += 1) {
    for (const text of scripts[at % scripts.length] ?? []) await client.query(filledIn(text));
    done += 1;
  }
}

await Promise.all(clients.map(keepBusy));
const took = (performance.now() - begin) / 1000;
await Promise.all(clients.map((client) => client.end()));
console.log(JSON.stringify({ perSecond: done / took, answers: done }));
