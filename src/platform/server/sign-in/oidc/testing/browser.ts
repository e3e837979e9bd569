import type { TestAnswer, TestClient } from '../../../testing/test-client.ts';

/** A browser that is at the portal (`client`) and at a provider, and follows their redirects. */
export class TestBrowser {
  readonly client: TestClient;
  readonly #providerCookies = new Map<string, string>();

  constructor(client: TestClient) {
    this.client = client;
  }

  /** Begins a sign-in. @returns The address at the provider. */
  async begin(provider: string, redirect = '/'): Promise<string> {
    const path = `/api/auth/providers/${provider}/login?redirect=${encodeURIComponent(redirect)}`;
    const answer = await this.navigate(path);
    const { location } = answer.headers;
    if (answer.status !== 302 || typeof location !== 'string')
      throw new Error(`${answer.status} ${answer.text}`);
    return location;
  }

  /** Follows the provider until it sends the browser back. @returns The path of the callback. */
  async passProvider(address: string): Promise<string> {
    let at = address;
    for (let hops = 0; hops < 20; hops += 1) {
      const cookie = [...this.#providerCookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) this.#keep(line);
      const location = answer.headers.get('location');
      if (location === null)
        throw new Error(`The provider shows a page: ${answer.status} ${await answer.text()}`);
      const next = new URL(location, at);
      if (next.origin === 'http://localhost:3000') return next.pathname + next.search;
      at = next.href;
    }
    throw new Error('The provider sends the browser round in circles.');
  }

  /** Signs in from start to end. @returns The response to the callback. */
  async signIn(provider: string, redirect = '/'): Promise<TestAnswer> {
    return this.navigate(await this.passProvider(await this.begin(provider, redirect)));
  }

  navigate(path: string): Promise<TestAnswer> {
    return this.client.fetch('GET', path, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', accept: 'text/html' },
    });
  }

  /** Ends the session at the provider, as after a restart of the browser there. */
  forgetProvider(): void {
    this.#providerCookies.clear();
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const gone = attributes.some((attribute) => /^\s*expires=Thu, 01 Jan 1970/i.test(attribute));
    if (gone) this.#providerCookies.delete(pair.slice(0, at));
    else this.#providerCookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
