import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { campusWithManyTickets } from '../harness/campus.ts';
import { startQuad, temporaryFolder } from '../harness/quad.ts';
import { keepFile } from './harness/keep-file.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, type Report, type Row } from './harness/row.ts';
import { countTickets, submitTicket } from './tools/help-desk.ts';

const bytes = 5 * 1024 * 1024;
/** In each turn: a single one is over too soon to measure. */
const perTurn = 10;

export const ticket: Row = {
  name: 'ticket',
  about: 'Submitting a ticket with 5 MB attached, compared to writing, hashing, and fsyncing the same bytes',
  run,
};

async function run({ rounds, say }: Bench): Promise<Report> {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'photo.bin');
  await writeFile(file, randomBytes(bytes));
  const environment = { QUAD_CAMPUS: await campusWithManyTickets() };
  const quad = await startQuad({ dataFolder: await temporaryFolder(), environment });
  const cookie = await quad.signIn('student');
  let submitted = 0;
  const sides = {
    raw: async () => {
      let seconds = 0;
      for (let number = 0; number < perTurn; number += 1)
        seconds += await keepFile(file, path.join(folder, 'copy.bin'));
      return seconds / perTurn;
    },
    quad: async () => {
      let seconds = 0;
      for (let number = 0; number < perTurn; number += 1) seconds += await submitTicket(quad, cookie, file);
      submitted += perTurn;
      return seconds / perTurn;
    },
  };
  await interleave(1, sides);
  say(`${rounds} rounds of ${perTurn} tickets with 5 MB each`);
  const results = await interleave(rounds, sides);
  const found = await countTickets(quad, bytes);
  await quad.stop();
  return {
    lines: [
      compare({
        what: 'a ticket with 5 MB attached: time',
        unit: 's',
        ours: results.quad,
        limit: results.raw,
        against: 'writing, hashing, and fsyncing',
      }),
    ],
    remarks: ['Every ticket was answered with 201, and is there with its attachment.'],
    faults: found === submitted ? [] : [`${submitted} tickets were submitted, and ${found} are there.`],
  };
}
