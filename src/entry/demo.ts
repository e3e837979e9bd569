import { sql } from 'kysely';
import { lockByName } from '../platform/server/db/lock-by-name.ts';
import { Refusal } from '../platform/server/refusal/refusal.ts';
import type { Platform, ServerTool } from '../platform/server/tool/server-tool.ts';

/** A small generator of repeatable random numbers (mulberry32): the same seed makes the same college. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Fills the demo college once: a tool that has data keeps it, and only one of several starting instances fills it. Demo
 * files for which the disk has no room are left out.
 * @param onFill Called before the first rows are made; not called when all are there.
 */
export async function fillDemo(
  platform: Platform,
  tools: readonly ServerTool[],
  onFill: () => void = () => undefined,
): Promise<void> {
  let announced = false;
  const turn = platform.unaudited('demo data').transaction();
  await turn.execute(async (transaction) => {
    await sql`set local statement_timeout = 0; set local lock_timeout = 0`.execute(transaction);
    await lockByName(transaction, 'demo');
    for (const { tool, seed } of tools) {
      if (seed === undefined || (await seed.isFilled(platform))) continue;
      if (!announced) onFill();
      announced = true;
      try {
        await seed.run({ platform, count: seed.demoCount, random: randomFrom(20_261_121) });
      } catch (error) {
        if (!(error instanceof Refusal && error.kind === 'no-space')) throw error;
        const left = `The demo data of ${tool.title} was left out, because the disk has less free space than QUAD_FILES_KEEP_FREE keeps. Everything else works. To add it, free some space and start again.`;
        platform.log.warn(left);
      }
    }
  });
}
