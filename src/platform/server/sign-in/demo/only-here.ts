import type { CallContext } from '../../http/context.ts';
import { isLoopbackHost } from '../../settings/environment.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';

/** Headers that a proxy adds; a browser on this machine sends none of them. */
const proxyHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * A demo without QUAD_DEMO=on serves this machine only. A proxy or a tunnel on the same machine makes foreign
 * browsers look local, so the headers that they add are checked.
 * @throws SignInRefusal `demo-elsewhere`
 */
export function assertOnlyHere(context: CallContext): void {
  const origin = context.header('origin');
  const foreignOrigin = origin !== undefined && origin !== 'null' && !isLoopbackOrigin(origin);
  const forwarded = proxyHeaders.some((name) => context.header(name) !== undefined);
  if (forwarded || foreignOrigin || !isLoopbackHost(context.clientAddress)) {
    throw new SignInRefusal('demo-elsewhere');
  }
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname);
}
