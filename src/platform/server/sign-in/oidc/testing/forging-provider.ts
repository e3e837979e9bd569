import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { clientId } from './real-provider.ts';

type Claims = Record<string, unknown>;
type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void | Promise<void>;

/** The part of the authorization request that a token has to repeat. */
export interface Asked {
  nonce: string;
  issuer: string;
  /** An honest set of claims, to be tampered with. */
  claims: Claims;
}

/** A provider that can be made to send anything: real HTTP and real signatures, no honesty. */
export class ForgingProvider {
  /** Makes the ID token; the default is an honest one. */
  idToken: (asked: Asked, provider: ForgingProvider) => Promise<string | undefined> = ({ claims }) =>
    this.sign(claims);
  userInfo: Claims = {};
  /** Sent with the tokens, if set. */
  refreshToken: string | undefined;
  accessToken = 'access';
  /** How long the access token is good, in seconds. */
  expiresIn = 3_600;
  /** Responses by path, before anything else. */
  readonly answers = new Map<string, Answer>();
  readonly requests: string[] = [];
  readonly metadata: Claims = {};
  #server: Server;
  #privateKey: CryptoKey | null = null;
  #publicKey: JWK = {};
  #nonce = '';

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    // As for the real one.
    this.#server.keepAliveTimeout = 60_000;
  }

  get issuer(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  get publicKey(): JWK {
    return this.#publicKey;
  }

  async open(): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    this.#privateKey = privateKey;
    this.#publicKey = { ...(await exportJWK(publicKey)), kid: 'honest', use: 'sig', alg: 'RS256' };
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Makes the provider honest again. */
  reset(): void {
    this.idToken = ({ claims }) => this.sign(claims);
    this.userInfo = {};
    this.refreshToken = undefined;
    this.accessToken = 'access';
    this.expiresIn = 3_600;
    this.answers.clear();
    this.requests.length = 0;
  }

  /** Signs with the key that the provider publishes. */
  sign(claims: Claims, header: { alg?: string; kid?: string } = {}): Promise<string> {
    if (this.#privateKey === null) throw new Error('The provider has not been opened.');
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'honest', ...header })
      .sign(this.#privateKey);
  }

  /** What a browser brings back from an authorization request, without any interaction. */
  authorize(address: string): string {
    const query = new URL(address).searchParams;
    this.#nonce = query.get('nonce') ?? '';
    const back = new URLSearchParams({ code: 'a code', state: query.get('state') ?? '' });
    return `${new URL(query.get('redirect_uri') ?? '').pathname}?${back}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    this.requests.push(path);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const special = this.answers.get(path);
    if (special !== undefined) return special(request, response, Buffer.concat(chunks).toString());
    if (path === '/.well-known/openid-configuration') return sendJson(response, 200, this.#describe());
    if (path === '/jwks') return sendJson(response, 200, { keys: [this.#publicKey] });
    if (path === '/token') return sendJson(response, 200, await this.#tokens());
    if (path === '/userinfo') return sendJson(response, 200, { sub: 'sub-ida', ...this.userInfo });
    return sendJson(response, 404, {});
  }

  #describe() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // A careless provider that offers everything: what is accepted is our choice.
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...this.metadata,
    };
  }

  async #tokens() {
    const { issuer } = this;
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: 'sub-ida',
      iat: now,
      exp: now + 300,
      nonce: this.#nonce,
      email: 'ida@sawtooth.example',
      email_verified: true,
      name: 'Ida Lorne',
      groups: ['guid-staff'],
    };
    const id_token = await this.idToken({ nonce: this.#nonce, issuer, claims }, this);
    const tokens = {
      access_token: this.accessToken,
      token_type: 'Bearer',
      expires_in: this.expiresIn,
      refresh_token: this.refreshToken,
    };
    return id_token === undefined ? tokens : { ...tokens, id_token };
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** A token without a signature, or with one that anyone can make. */
export function encodeUnsigned(header: Claims, claims: Claims, signature = ''): string {
  const encode = (part: Claims) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode(header)}.${encode(claims)}.${signature}`;
}
