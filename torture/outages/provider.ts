import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask } from '../../harness/ask.ts';
import { campusWith } from '../../harness/campus.ts';
import { startQuad, temporaryFolder } from '../../harness/quad.ts';
import { endLater } from '../../harness/scope.ts';
import {
  clientId,
  clientSecret,
  RealProvider,
} from '../../src/platform/server/sign-in/oidc/testing/real-provider.ts';
import { freePort } from '../../src/platform/server/testing/free-port.ts';
import type { Findings, Torture } from '../scenario.ts';
import { mostRecovery } from './stage.ts';

/** A real OpenID Provider, switched off and on: people who are signed in stay signed in, others have to come back. */
export async function providerOutage({ say }: Torture): Promise<Findings> {
  const faults: string[] = [];
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = new RealProvider({
    callbackUrl: `${url}/api/auth/providers/college/callback`,
    homeUrl: `${url}/`,
  });
  await provider.open();
  endLater(() => provider.close());
  const name = 'Ida Lorne';
  provider.people.set('ida', { email: 'ida@sawtooth.example', name, groups: ['Domain-Staff'] });
  provider.signsIn = 'ida';
  say('sign-in while the provider is down at the start');
  const { issuer } = provider;
  await provider.close();
  const quad = await startQuad({
    port,
    dataFolder: await temporaryFolder(),
    environment: {
      QUAD_CAMPUS: await campusWith({
        issuer,
        clientId,
        clientSecret: '$PROVIDER_SECRET',
        groups: { 'Domain-Staff': 'Domain-Staff' },
      }),
      PROVIDER_SECRET: clientSecret,
    },
  });
  const expectTold = (when: string, answer: Answer) => {
    const isTold = answer.status === 503 && answer.type.startsWith('text/html') && answer.retryAfter !== null;
    if (!isTold) faults.push(`${when} the sign-in answered ${answer.status}: ${answer.body.slice(0, 200)}`);
  };
  expectTold('At the start', await createBrowser(url).signIn());
  await provider.open();
  const first = await untilSignedIn(url);
  say('the provider goes down in the middle of a sign-in');
  const halfway = createBrowser(url);
  const callback = await halfway.signIn('/callback');
  await provider.close();
  expectTold('In the middle', await halfway.open(callback.location ?? ''));
  if ((await ask(`${url}/health/ready`)).status !== 200)
    faults.push('Without its provider Quad is not ready.');
  if ((await first.browser.account()).status !== 200)
    faults.push('Someone who was signed in was signed out.');
  await provider.open();
  const second = await untilSignedIn(url);
  for (const { took } of [first, second]) {
    if (took > mostRecovery) faults.push(`A sign-in succeeded ${took} ms after the provider was back.`);
  }
  if (!quad.isAlive()) faults.push('The server has died.');
  await quad.stop();
  const value = `signed in ${first.took} ms and ${second.took} ms after its return`;
  return { figures: [{ what: 'OpenID Provider down at the start and later', value }], faults };
}

async function untilSignedIn(url: string) {
  const began = performance.now();
  for (;;) {
    const browser = createBrowser(url);
    await browser.signIn();
    if ((await browser.account()).status === 200)
      return { browser, took: Math.round(performance.now() - began) };
    if (performance.now() - began > 4 * mostRecovery) throw new Error('No one can sign in anymore.');
    await pause(100);
  }
}

/** Keeps cookies by host and follows redirects until a page is shown. */
function createBrowser(url: string) {
  const cookies = new Map<string, Map<string, string>>();
  /** @param before Stops before an address that contains this. */
  async function open(address: string, before?: string, accept = 'text/html'): Promise<Answer> {
    let at = new URL(address);
    for (let hops = 0; hops < 20; hops += 1) {
      const jar = cookies.get(at.host) ?? new Map<string, string>();
      cookies.set(at.host, jar);
      const cookie = [...jar.values()].join('; ');
      const headers = { accept, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', cookie };
      const answer = await ask(at.href, { headers, patience: 30_000 });
      for (const pair of answer.cookies) jar.set(pair.slice(0, pair.indexOf('=')), pair);
      if (answer.location === null || (before !== undefined && answer.location.includes(before)))
        return answer;
      at = new URL(answer.location, at);
    }
    throw new Error('The browser is sent around in circles.');
  }
  return {
    open,
    signIn: (before?: string) =>
      open(`${url}/api/auth/providers/college/login?redirect=%2Fmy-dashboard`, before),
    account: () => open(`${url}/api/auth/account`, undefined, 'application/json'),
  };
}
