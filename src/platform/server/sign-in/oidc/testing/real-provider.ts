import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** A person in the directory behind the provider. */
export interface DirectoryPerson {
  email: string;
  email_verified?: boolean;
  name: string;
  groups: string[];
}

export interface RealProviderOptions {
  /** Addresses that sign-ins come back to. */
  callbackUrl: string;
  homeUrl: string;
  refreshTokens?: boolean;
  /** Seconds. */
  accessTokenLife?: number;
}

export const clientId = 'quad';
export const clientSecret = 'a secret that both sides know';

/** A real OpenID provider on loopback, whose people and outages the test controls. */
export class RealProvider {
  /** By subject; removing a person is what disabling an account does. */
  readonly people = new Map<string, DirectoryPerson>();
  /** Who types a password when the provider asks for one; `null` presses "cancel". */
  signsIn: string | null = null;
  /** Paths of the requests since startup. */
  readonly requests: string[] = [];
  readonly options: RealProviderOptions;
  #port = 0;
  #server: Server | null = null;
  #provider: Provider | null = null;

  constructor(options: RealProviderOptions) {
    this.options = options;
  }

  get issuer(): string {
    return `http://localhost:${this.#port}`;
  }

  get provider(): Provider {
    if (this.#provider === null) throw new Error('The provider has not been started.');
    return this.#provider;
  }

  /** Opens the port, the same one as before after an outage. */
  async open(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    // On a stalled machine, Node's 5 s would end a connection at the moment when it is used again.
    server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    this.#provider ??= await this.#create();
  }

  /** As if the machine were switched off: nothing listens anymore. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
  }

  async #create(): Promise<Provider> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: 'test', use: 'sig', alg: 'RS256' };
    const { callbackUrl, homeUrl, refreshTokens = true, accessTokenLife = 3_600 } = this.options;
    const configuration: Configuration = {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [callbackUrl],
          post_logout_redirect_uris: [homeUrl],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['a key of the test provider'] },
      scopes: ['openid', 'offline_access', 'email', 'profile', 'groups'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      issueRefreshToken: async () => refreshTokens,
      rotateRefreshToken: true,
      ttl: {
        AccessToken: accessTokenLife,
        AuthorizationCode: 60,
        IdToken: 3_600,
        RefreshToken: 86_400,
        Session: 86_400,
        Grant: 86_400,
        Interaction: 600,
      },
      features: { devInteractions: { enabled: false } },
      findAccount: async (_context, subject) => {
        const person = this.people.get(subject);
        if (person === undefined) return undefined;
        return {
          accountId: subject,
          claims: async () => ({ sub: subject, email_verified: true, ...person }),
        };
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    };
    return new Provider(this.issuer, configuration);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer);
    this.requests.push(pathname);
    if (pathname.startsWith('/interaction/')) await this.#interact(request, response);
    else this.provider.callback()(request, response);
  }

  /** What a person would click: the password form, then the consent. */
  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session, grantId } = await this.provider.interactionDetails(request, response);
    if (this.signsIn === null) {
      const result = { error: 'access_denied', error_description: 'cancelled' };
      return this.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    if (prompt.name === 'login') {
      const result = { login: { accountId: this.signsIn } };
      return this.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    const Grant = this.provider.Grant;
    const accountId = session?.accountId ?? this.signsIn;
    const grant =
      (grantId === undefined ? undefined : await Grant.find(grantId)) ??
      new Grant({ accountId, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const consent = { grantId: await grant.save() };
    return this.provider.interactionFinished(
      request,
      response,
      { consent },
      { mergeWithLastSubmission: true },
    );
  }
}
