import { measureCounting } from './alternatives/counting.ts';
import { openReading } from './alternatives/own-statements.ts';
import { measurePages } from './alternatives/pages.ts';
import { measureTotals } from './alternatives/totals.ts';
import type { Report, Row } from './harness/row.ts';

export const alternatives: Row = {
  name: 'alternatives',
  about: 'SQL time of other ways to totals and deep pages at a million rows, and what counting costs a write',
  async run(bench) {
    const reading = await openReading(await bench.data.withRows('ra-logs', 1_000_000));
    const reports: Report[] = [await measureTotals(reading, bench), await measurePages(reading, bench)];
    await reading.stop();
    reports.push(await measureCounting(bench));
    return {
      lines: reports.flatMap(({ lines }) => lines),
      remarks: reports.flatMap(({ remarks }) => remarks),
      faults: reports.flatMap(({ faults }) => faults),
    };
  },
};
