import { startQuad, temporaryFolder } from '../harness/quad.ts';
import { watchGrowth } from './harness/memory.ts';
import { interleave } from './harness/rounds.ts';
import { type Bench, compare, figure, type Report, type Row } from './harness/row.ts';
import { askReport, fillSignIns, plainReport } from './tools/search-report.ts';

export const searchReport: Row = {
  name: 'search-report',
  about:
    'A report over 5,000,000 sign-ins of the portal itself, compared to the same question as one SQL statement',
  run,
};

async function run({ rounds, events, say }: Bench): Promise<Report> {
  const quad = await startQuad({ dataFolder: await temporaryFolder() });
  say(`making ${events.toLocaleString('en-US')} sign-ins`);
  await fillSignIns(quad, events);
  const cookie = await quad.signIn('it');
  const expected = (await quad.query(plainReport)).length;
  const grownBy = watchGrowth(quad.pid);
  const found = new Set([(await askReport(quad, cookie)).people]);
  const growth = grownBy();
  say(`${rounds} rounds`);
  const results = await interleave(rounds, {
    sql: async () => {
      const begin = performance.now();
      await quad.query(plainReport);
      return (performance.now() - begin) / 1_000;
    },
    quad: async () => {
      const { seconds, people } = await askReport(quad, cookie);
      found.add(people);
      return seconds;
    },
  });
  await quad.stop();
  const what = `a report over ${events.toLocaleString('en-US')} sign-ins`;
  return {
    lines: [
      compare({
        what: `${what}: time`,
        unit: 's',
        ours: results.quad,
        limit: results.sql,
        against: 'one SQL statement',
        goal: { atMost: 2 },
      }),
      figure(`${what}: growth of memory`, 'MB', [growth]),
    ],
    remarks: [`Every report had the ${expected.toLocaleString('en-US')} people that the statement finds.`],
    faults:
      found.size === 1 && found.has(expected) && expected > 0
        ? []
        : [`Reports had ${[...found].join(', ')} people; the statement finds ${expected}.`],
  };
}
