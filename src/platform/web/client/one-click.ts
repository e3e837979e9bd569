import type { Call } from '../../contract/call.ts';
import type { OneClick } from '../../contract/one-click.ts';
import { attempt } from './attempt.ts';

/**
 * Performs an action that the server described.
 * @returns why it did not work, as a sentence, or `null`
 */
export async function performOneClick(action: OneClick): Promise<string | null> {
  const contract: Call = {
    name: 'oneClick',
    summary: action.label,
    method: action.method,
    path: action.path as `/${string}`,
    access: 'signed-in',
    // The content of the response does not matter.
    reply: { kind: 'empty', status: 204 },
  };
  return attempt(contract, {});
}
