import { once } from 'node:events';
import { createServer } from 'node:http';
import { IdentityProvider, type SamlPerson } from './identity-provider.ts';

/** The pages of an identity provider, for a real browser: at another site than the portal, with a session of its own. */
export class ProviderPages {
  readonly provider: IdentityProvider;
  /** Whether the browser is signed in at the provider. */
  signedIn = false;
  /** What it has made browsers post. */
  readonly responses: string[] = [];
  readonly #person: SamlPerson;
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>, port: number, person: SamlPerson) {
    this.#server = server;
    this.#person = person;
    this.provider = new IdentityProvider(`http://127.0.0.1:${port}`);
  }

  static async open(person: SamlPerson): Promise<ProviderPages> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no address.');
    const pages = new ProviderPages(server, address.port, person);
    server.on('request', async (request, response) => {
      const url = new URL(request.url ?? '/', `http://127.0.0.1:${address.port}`);
      if (request.method === 'POST') pages.signedIn = true;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><title>Provider</title>${await pages.#pageOf(url)}`);
    });
    return pages;
  }

  /** The page that makes a browser post a response. */
  form(response: string): string {
    const callback = /Location="([^"]*\/callback)"/.exec(this.provider.portal)?.[1];
    return `<form method="post" action="${callback}"><input type="hidden" name="SAMLResponse" value="${response}"></form>
      <script>document.forms[0].submit()</script>`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #pageOf(url: URL): Promise<string> {
    if (url.pathname === '/sso') return this.#signIn(url);
    if (url.pathname === '/replay') return this.form(url.searchParams.get('response') ?? '');
    if (url.pathname === '/slo' && url.searchParams.has('SAMLRequest')) {
      await this.provider.readLogout(url.href);
      this.signedIn = false;
      const home = /Location="([^"]*\/single-logout)"/.exec(this.provider.portal)?.[1];
      return `<h1>You are signed out here</h1><a href="${home}?SAMLResponse=x">Back to the portal</a>`;
    }
    if (url.pathname === '/slo') return '<h1>Signed out everywhere</h1>';
    const { nameId } = this.#person;
    return `<a href="${this.provider.logoutRequest(nameId, `session of ${nameId}`).replaceAll('&', '&amp;')}">Sign out everywhere</a>`;
  }

  async #signIn(url: URL): Promise<string> {
    if (!this.signedIn) return '<form method="post"><button>Sign in as Ida</button></form>';
    const { id } = await this.provider.readRequest(url.href);
    const response = await this.provider.respond(id, this.#person, { signs: 'both' });
    this.responses.push(response);
    return this.form(response);
  }
}
