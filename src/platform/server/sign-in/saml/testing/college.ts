import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestAnswer } from '../../../testing/test-client.ts';
import { TestClient } from '../../../testing/test-client.ts';
import type { TestServer, TestServerOptions } from '../../../testing/test-server.ts';
import { TestBrowser } from '../../oidc/testing/browser.ts';
import { openPortalWith } from '../../testing/open-portal.ts';
import { attributeNames, IdentityProvider, type Manner, type SamlPerson } from './identity-provider.ts';
import { keyPairs } from './key-pairs.ts';

const callbackPath = '/api/auth/providers/college/callback';
export const callbackUrl = `http://localhost:3000${callbackPath}`;
const groupsDn = 'ou=Groups,dc=sawtooth,dc=example';

export const ida: SamlPerson = {
  nameId: 'persistent-ida',
  attributes: {
    [attributeNames.eppn]: ['ida@sawtooth.example'],
    [attributeNames.mail]: ['Ida@sawtooth.example'],
    [attributeNames.name]: ['Ida Lorne'],
    [attributeNames.groups]: [
      `CN=Domain-IT,${groupsDn}`,
      'sawtooth:portal:Domain-Staff',
      `CN=Another System,${groupsDn}`,
    ],
  },
};

export const bo: SamlPerson = {
  nameId: 'persistent-bo',
  attributes: {
    ...ida.attributes,
    [attributeNames.eppn]: ['bo@sawtooth.example'],
    [attributeNames.mail]: ['bo@sawtooth.example'],
  },
};

/** A browser at the portal and at the provider. */
export class SamlBrowser extends TestBrowser {
  readonly #provider: IdentityProvider;

  constructor(client: TestClient, provider: IdentityProvider) {
    super(client);
    this.#provider = provider;
  }

  /** Begins, and lets the provider respond. @returns What its page makes the browser post */
  async pass(person: SamlPerson = ida, manner: Manner = {}, redirect = '/'): Promise<string> {
    const { id } = await this.#provider.readRequest(await this.begin('college', redirect));
    return this.#provider.respond(id, person, manner);
  }

  /** Posts from the provider's page: across sites, so without a `SameSite=Lax` cookie. */
  post(SAMLResponse: string, fields: Record<string, string> = {}): Promise<TestAnswer> {
    return this.client.fetch('POST', callbackPath, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        origin: 'https://idp.sawtooth.example',
        accept: 'text/html',
        cookie: '',
      },
      payload: new URLSearchParams({ SAMLResponse, ...fields }).toString(),
    });
  }

  /** Posts, and follows to our own address. @returns The response to the second request, or a refusal of the first */
  async arrive(SAMLResponse: string, fields?: Record<string, string>): Promise<TestAnswer> {
    const answer = await this.post(SAMLResponse, fields);
    return answer.status === 303 ? this.navigate(String(answer.headers.location)) : answer;
  }
}

/** A SAML provider with one person, and the portal at two instances on one database. */
export class SamlCollege {
  readonly provider = new IdentityProvider();
  readonly folder = mkdtempSync(path.join(tmpdir(), 'quad-saml-'));
  readonly logLines: Record<string, unknown>[] = [];
  #portal: TestServer | null = null;
  #other: TestServer | null = null;

  async open(): Promise<void> {
    this.#portal = await this.openPortal({}, { logLines: this.logLines });
    this.#other = await this.openPortal({}, { database: this.#portal.database });
    this.provider.portal = (
      await this.#portal.visitor.fetch('GET', '/api/auth/providers/college/metadata')
    ).text;
  }

  /** Another portal with this provider. @param changes Of its entry */
  openPortal(changes: Record<string, unknown>, options: TestServerOptions = {}): Promise<TestServer> {
    return this.openPortals([this.entry(changes)], options);
  }

  openPortals(
    entries: readonly Record<string, unknown>[],
    options: TestServerOptions = {},
  ): Promise<TestServer> {
    return openPortalWith(entries, options);
  }

  entry(changes: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      name: 'college',
      kind: 'saml',
      title: 'College account',
      metadataFile: this.write('idp.xml', this.provider.metadata()),
      keys: [
        {
          key: this.write('portal.key', keyPairs.portal.key),
          certificate: this.write('portal.crt', keyPairs.portal.certificate),
        },
      ],
      groups: ['Domain-IT', 'Domain-Staff', 'Domain-Student'],
      ...changes,
    };
  }

  readonly nextCertificate = keyPairs.next.certificate;

  write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }

  async close(): Promise<void> {
    await this.#other?.stop();
    await this.#portal?.stop();
    rmSync(this.folder, { recursive: true });
  }

  async reset(): Promise<void> {
    await this.database.deleteFrom('people').execute();
    await this.database.deleteFrom('throttle_counters').execute();
    this.logLines.length = 0;
  }

  get portal(): TestServer {
    if (this.#portal === null) throw new Error('The college has not been opened.');
    return this.#portal;
  }

  get other(): TestServer {
    if (this.#other === null) throw new Error('The college has not been opened.');
    return this.#other;
  }

  get database() {
    return this.portal.database.database;
  }

  visitor(server: TestServer = this.portal): SamlBrowser {
    return new SamlBrowser(new TestClient(server.quad.app), this.provider);
  }

  /** The same browser, with the cookies it has now, at another instance. */
  at(server: TestServer, { client }: SamlBrowser): SamlBrowser {
    const same = this.visitor(server);
    for (const [name, value] of client.cookies) same.client.cookies.set(name, value);
    return same;
  }

  async sessions(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int from sessions`.execute(this.database);
    return rows[0]?.count ?? 0;
  }

  refusals(): Record<string, unknown>[] {
    return this.logLines.filter(({ msg }) => msg === 'sign-in refused');
  }
}

/** One college for the tests of a file, reset before each of them. */
export function samlCollegeForTests(): SamlCollege {
  const college = new SamlCollege();
  beforeAll(() => college.open());
  afterAll(() => college.close());
  beforeEach(() => college.reset());
  return college;
}
