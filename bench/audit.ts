import { measureGrowth } from './harness/list-growth.ts';
import type { Row } from './harness/row.ts';
import { auditPages, fillAudit } from './tools/audit.ts';

export const audit: Row = {
  name: 'audit',
  about:
    'Pages of the audit log with 10,000,000 entries (--entries), compared to the same pages with 100,000',
  run: (bench) =>
    measureGrowth(bench, {
      noun: 'entries',
      table: 'audit_entries',
      sizes: { few: 100_000, many: bench.entries },
      fill: fillAudit,
      pages: auditPages,
    }),
};
