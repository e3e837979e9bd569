import { z } from 'zod';
import type { Unaudited } from '../../../../platform/server/change/unaudited.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import { defineJob, type Job, type JobContext } from '../../../../platform/server/jobs/job.ts';
import type { AskPublic } from '../../../../platform/server/outside/ask-public.ts';
import { type DueTarget, isAmong, keepCheck, selectDue } from './check-queries.ts';
import { isSilent, type Judged, judge } from './judge.ts';
import { type NotifyServices, notifyOfBroken } from './notify.ts';

interface CheckServices extends NotifyServices {
  reader: Reader;
  unaudited: Unaudited;
  ask: AskPublic;
}

/** How many are read and checked at a time. */
const batchSize = 500;
/** How many hosts are asked at the same time, each one page after another. */
const hostsAtOnce = 8;
/** After this many of a host's pages in a row without any answer, it is not asked for the others. */
const silentUntilDown = 3;
const limitSeconds = 4 * 60 * 60;
/** Then it stops, and the rest comes first the next night. */
const longestNight = 3 * 60 * 60 * 1_000;

/** Each night: requests the targets at the hosts that the college lists, and notifies people once of those that broke. */
export function createTargetChecks(services: CheckServices, hosts: readonly string[]): Job {
  const { reader, unaudited } = services;
  return defineJob({
    name: 'short-links.check-targets',
    title: 'Check the targets of short links',
    data: z.object({}),
    retries: 3,
    limitSeconds,
    schedule: '17 4 * * *',
    async run(_data, { signal }) {
      const endsAt = performance.now() + longestNight;
      let checked = 0;
      for (;;) {
        const due = await selectDue(reader, hosts, batchSize);
        checked += await checkBatch(services, hosts, due, signal);
        if (due.length < batchSize || performance.now() > endsAt) break;
      }
      const broke = await notifyOfBroken(services, unaudited, signal);
      const links = (count: number) => (count === 1 ? '1 link' : `${count.toLocaleString('en-US')} links`);
      return `Checked the targets of ${links(checked)}. Newly broken: ${links(broke)}.`;
    },
  });
}

/** @returns how many were checked */
async function checkBatch(
  services: CheckServices,
  hosts: readonly string[],
  due: readonly DueTarget[],
  signal: JobContext['signal'],
): Promise<number> {
  const waiting = [...Map.groupBy(due, ({ long_url }) => new URL(long_url).hostname).values()];
  const work = async () => {
    for (let targets = waiting.pop(); targets !== undefined; targets = waiting.pop())
      await checkHost(services, hosts, targets, signal);
  };
  // None is left under way: the next try would check its targets as well, and a failure of one night would count twice.
  const ended = await Promise.allSettled(Array.from({ length: hostsAtOnce }, work));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return due.length;
}

async function checkHost(
  { ask, unaudited }: CheckServices,
  hosts: readonly string[],
  targets: readonly DueTarget[],
  signal: AbortSignal,
): Promise<void> {
  const known = new Map<string, Judged>();
  let silent = 0;
  let last: Judged | null = null;
  for (const target of targets) {
    signal.throwIfAborted();
    // A fragment is the browser's business: the site gives the same page.
    const page = target.long_url.replace(/#.*$/, '');
    let judged: Judged | null = silent >= silentUntilDown ? last : (known.get(page) ?? null);
    if (judged === null) {
      const asked = await ask(page, (host) => isAmong(hosts, host), signal);
      silent = isSilent(asked) ? silent + 1 : 0;
      judged = judge(asked);
      known.set(page, judged);
      last = judged;
    }
    await keepCheck(unaudited('link checks'), target, judged);
  }
}
