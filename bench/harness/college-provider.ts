import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { endLater } from '../../harness/scope.ts';

export const clientId = 'quad';

/** What belongs to a code that Quad was given. */
interface Grant {
  number: number;
  nonce: string;
  challenge: string;
}

/**
 * An OpenID provider with any number of people, as fast as possible: it runs alongside the measured program, and must
 * not be what is measured. A request with a header `x-person` counts as already signed in there with that number.
 */
export async function startCollegeProvider(): Promise<{ issuer: string; stop(): Promise<void> }> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' };
  const grants = new Map<string, Grant>();
  let issuer = '';

  const idToken = ({ number, nonce }: Grant) =>
    new SignJWT({
      nonce,
      name: `Person ${number}`,
      email: `person-${number}@sawtooth.example`,
      email_verified: true,
      groups: ['Domain-Student'],
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
      .setIssuer(issuer)
      .setSubject(`subject-${number}`)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    if (pathname === '/.well-known/openid-configuration') return sendJson(response, metadataOf(issuer));
    if (pathname === '/keys') return sendJson(response, { keys: [key] });
    if (pathname === '/authorize') {
      const code = randomUUID();
      const number = Number(request.headers['x-person']);
      grants.set(code, {
        number,
        nonce: searchParams.get('nonce') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
      });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = String(
        new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer }),
      );
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    const form = new URLSearchParams(await bodyOf(request));
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (pathname !== '/token' || grant === undefined || grant.challenge !== challenge) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      return;
    }
    sendJson(response, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 600,
      id_token: await idToken(grant),
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const stop = endLater(() => {
    server.close();
    server.closeAllConnections();
  });
  return { issuer, stop };
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  };
}

function sendJson(response: ServerResponse, content: unknown): void {
  const body = JSON.stringify(content);
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
