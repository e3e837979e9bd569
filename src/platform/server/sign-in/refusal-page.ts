import type { CallContext, Page } from '../http/context.ts';
import type { RenderedPage } from '../pages/pages.ts';
import { ProviderUnreachable } from '../session/groups-source.ts';
import type { Provider, SignInForm, Step, Visit } from './provider.ts';
import { SignInRefusal, type SignInRefusalReason } from './sign-in-refusal.ts';

/** How long a browser should wait before it tries a provider that is down again, in seconds. */
const comeBackSeconds = 10;

/** With the account that the provider remembers, another try would end the same way. */
const aboutTheAccount: ReadonlySet<SignInRefusalReason> = new Set(['foreign-email', 'link', 'blocked']);

interface Refused {
  provider: Provider;
  visit: Visit;
  redirect: string;
  /** What was sent, when it was a form of ours. */
  form?: SignInForm | undefined;
}

/**
 * Renders the page of a sign-in that ended without a session and writes its one log line, without names.
 * @throws the error itself when it is not a refusal of a sign-in
 */
export async function refusalPage(
  error: unknown,
  { provider, visit, redirect, form }: Refused,
): Promise<RenderedPage> {
  if (!(error instanceof SignInRefusal || error instanceof ProviderUnreachable)) throw error;
  const refusal = SignInRefusal.from(error, redirect);
  const { context, services } = visit;
  const { reason, finding } = refusal;
  const advice = refusal.advice ?? provider.advice?.[reason];
  // Undefined values are left out of the line.
  context.log.warn({ provider: provider.name, reason, finding, advice }, 'sign-in refused');
  const retryAfter = refusal.retryAfterSeconds ?? (reason === 'unreachable' ? comeBackSeconds : undefined);
  if (retryAfter !== undefined) context.setHeader('retry-after', String(retryAfter));
  const own = form === undefined ? null : await provider.askAgain?.(visit, form, refusal);
  if (own !== null && own !== undefined) return own;
  const again = `/api/auth/providers/${provider.name}/login?redirect=${encodeURIComponent(refusal.redirect ?? '/')}`;
  return services.pages.message({
    ...refusal.page,
    // Someone who tried that often may have forgotten their password, and a new one ends the wait.
    isSignIn: reason === 'too-many',
    links: [
      aboutTheAccount.has(reason)
        ? { href: `${again}&another=yes`, title: 'Use another account' }
        : { href: again, title: 'Try again' },
      { href: '/', title: 'Go to the home page' },
    ],
  });
}

/** Turns a step into what a handler returns; the page's policy goes into the headers. */
export function asAnswer(context: CallContext, step: Step): Page | { location: string } {
  if ('location' in step) return step;
  for (const [name, value] of Object.entries(step.page.headers)) context.setHeader(name, value);
  return { status: step.page.status, html: step.page.html };
}
