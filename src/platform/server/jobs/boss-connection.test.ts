import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import pino from 'pino';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectBoss } from './boss-connection.ts';
import { bossOptions, defaultPace } from './queue-options.ts';

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

function connect(query: () => Promise<object>) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const settings = {
    pool: { query } as unknown as pg.Pool,
    log,
    listen: undefined,
    patience: 0.2,
    calm: 0.1,
  };
  const { boss } = connectBoss(settings, bossOptions(defaultPace));
  return { send: () => boss.getDb().executeSql('select 1'), lines };
}

const setClockBack = () => vi.setSystemTime(Date.now() - 3_600_000);

test('a statement waits for an outage as long as told, even if the clock is set back', {
  timeout: 5_000,
}, async () => {
  const query = vi.fn().mockRejectedValue(away);
  query.mockImplementationOnce(async () => {
    setClockBack();
    throw away;
  });
  await expect(connect(query).send()).rejects.toBe(away);
});

test('the end of an outage is in the log, even if the clock was set back during it', async () => {
  const query = vi.fn().mockResolvedValue({ rows: [] }).mockRejectedValueOnce(away);
  const { send, lines } = connect(query);
  await send();
  setClockBack();
  await pause(150);
  await send();
  expect(lines).toEqual([
    'the queue cannot reach the database and keeps trying',
    'the queue can reach the database again',
  ]);
});
