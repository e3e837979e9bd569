import type { Message } from '../pages/pages.ts';
import { ProviderUnreachable } from '../session/groups-source.ts';

interface Way {
  name: string;
  title: string;
}

/**
 * What the page of an outage offers a signed-in person whose provider cannot be asked again: to sign in
 * again, in any way there is, or to sign out. `null`: the failure is a different one.
 */
export function waysOut(
  cause: unknown,
  ways: readonly Way[],
  address: string,
): Pick<Message, 'text' | 'links' | 'form'> | null {
  if (!(cause instanceof ProviderUnreachable)) return null;
  const redirect = encodeURIComponent(address);
  return {
    text: "The sign-in service isn't answering, and what this portal knows about your access is more than an hour old. Nothing was lost. This page keeps trying. You can also sign in again.",
    links: ways.map(({ name, title }) => ({
      href: `/api/auth/providers/${name}/login?redirect=${redirect}`,
      title: ways.length === 1 ? 'Sign in again' : `Sign in again: ${title}`,
    })),
    form: { action: `/api/auth/providers/${cause.provider}/logout`, button: 'Sign out' },
  };
}
