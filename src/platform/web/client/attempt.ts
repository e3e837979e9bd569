import type { Call } from '../../contract/call.ts';
import type { Sending } from './request.ts';

/** What a person can do when nothing came back. */
export const unreachable = 'Please check your connection and try again.';

/**
 * Sends a call from a page that loads the code for calls only when it is needed.
 * @returns why it failed, as a sentence, or `null`
 */
export async function attempt<C extends Call>(contract: C, request: Sending<C>): Promise<string | null> {
  try {
    const { call } = await import('./call.ts');
    await call(contract, request);
    return null;
  } catch (thrown) {
    return thrown instanceof Error && 'detail' in thrown ? String(thrown.detail) : unreachable;
  }
}
