import { startQuad } from './start-quad.ts';
import { test } from './story.ts';

/**
 * Starts a portal for the stories of one file, which do what people in other stories would notice or need other settings.
 * @param settings Environment variables of this portal only
 * @param start `isFilled: false` for one without demo people
 * @returns a function that stops it and points the next file of this process to the portal of the run
 */
export async function startOwnPortal(
  settings: Record<string, string> = {},
  start?: { isFilled: boolean },
): Promise<() => Promise<void>> {
  const before = { ...process.env };
  Object.assign(process.env, settings);
  const stop = await startQuad(start);
  return async () => {
    await stop();
    process.env = before;
  };
}

/** The same, before and after the stories of this file. */
export function inOwnPortal(): void {
  let stop: () => Promise<void>;
  test.beforeAll(async () => {
    stop = await startOwnPortal();
  });
  test.afterAll(() => stop());
}
