import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { hasCommand } from '../harness/machine.ts';
import { startTestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'deploy/prometheus/quad.rules.yml');
const rules = z
  .object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  })
  .parse(parse(readFileSync(file, 'utf8')))
  .groups.flatMap((group) => group.rules);

test('alerts use figures that the metrics port serves, and the operations page names each alert', async () => {
  const { quad } = await startTestServer({ tools: serverTools, variables: { QUAD_METRICS_PORT: '0' } });
  const served = (await quad.platform.metrics.getMetricsAsJSON()).map(({ name }) => name);
  const names = rules.flatMap(({ expr }) =>
    Array.from(expr.matchAll(/\b(?:quad|nodejs|process)_\w+/g), ([name]) => name),
  );
  expect(names.length).toBeGreaterThan(10);
  const known = served.flatMap((name) => [name, `${name}_bucket`, `${name}_count`]);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  const page = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  expect(rules.map(({ alert }) => alert).filter((alert) => !page.includes(`\`${alert}\``))).toEqual([]);
});

test('the time that the alert for slow responses compares with is one that is counted', async () => {
  const server = await startTestServer({ variables: { QUAD_METRICS_PORT: '0' } });
  await server.visitor.fetch('GET', '/');
  const [, limit] = /> ([\d.]+)$/.exec(rules.find(({ alert }) => alert === 'QuadSlow')?.expr ?? '') ?? [];
  expect(await server.quad.platform.metrics.metrics()).toMatch(
    new RegExp(`^quad_request_duration_seconds_bucket\\{le="${limit}",`, 'm'),
  );
});

const without = hasCommand('promtool') ? '' : ' (skipped: there is no promtool)';
const withPromtool = test.skipIf(without !== '');

/** What fires after a day and a half of the same figures. */
const firing = (series: Record<string, string>, alert: string, labels: Record<string, string> | null) => ({
  interval: '5m',
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  alert_rule_test: [
    { eval_time: '36h', alertname: alert, exp_alerts: labels === null ? [] : [{ exp_labels: labels }] },
  ],
});

withPromtool(`Prometheus takes the rules, and they fire when they should${without}`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Without the alert's text, which a test of rules would want word for word.
  const bare = readFileSync(file, 'utf8').replaceAll(/^ +(annotations|summary|action):.*\n/gm, '');
  writeFileSync(path.join(folder, 'bare.yml'), bare);
  const backup = 'quad_last_backup_timestamp_seconds';
  const failures = 'quad_provider_failures_total{provider="college",reason="unreachable"}';
  const target = { job: 'quad', instance: '127.0.0.1:9464' };
  const up = `up{job="quad",instance="${target.instance}"}`;
  const jobs = `quad_jobs{job="quad",instance="${target.instance}",state="failed"}`;
  const cases = {
    rule_files: ['bare.yml'],
    evaluation_interval: '15m',
    tests: [
      firing({ [backup]: '0x500' }, 'QuadBackupTooOld', { severity: 'page' }),
      firing({ [backup]: `${35 * 3600}x500` }, 'QuadBackupTooOld', null),
      firing({ [failures]: '0+10x500' }, 'QuadProviderFails', {
        severity: 'page',
        provider: 'college',
        reason: 'unreachable',
      }),
      firing({ [failures]: '7x500' }, 'QuadProviderFails', null),
      firing({ [up]: '1x500', [jobs]: '0x400' }, 'QuadDatabaseAway', { severity: 'page', ...target }),
      firing({ [up]: '1x500', [jobs]: '0x500' }, 'QuadDatabaseAway', null),
      firing({ 'quad_jobs{state="failed"}': '9x431 10x60' }, 'QuadJobFailed', { severity: 'ticket' }),
      firing({ 'quad_jobs{state="failed"}': '9x431 8x60' }, 'QuadJobFailed', null),
    ],
  };
  writeFileSync(path.join(folder, 'cases.yml'), stringify(cases));
  const promtool = (...words: string[]) => spawnSync('promtool', words, { cwd: folder, encoding: 'utf8' });
  expect(promtool('check', 'rules', file)).toMatchObject({ status: 0 });
  expect(promtool('test', 'rules', 'cases.yml')).toMatchObject({ status: 0, stderr: '' });
});
