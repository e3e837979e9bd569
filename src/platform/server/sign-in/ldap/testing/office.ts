import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { ScriptedServer } from '../../../ldap/testing/scripted-server.ts';
import { TestClient } from '../../../testing/test-client.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { openPortalWith } from '../../testing/open-portal.ts';
import { directoryEntry, type Flavor, fillDirectory, password, service } from './directory.ts';

export const login = '/api/auth/providers/campus/login';

/** A directory server that does as it is told, and a portal that signs people in with it. */
export class Office {
  readonly server: ScriptedServer;
  readonly logLines: Record<string, unknown>[] = [];
  /** Of Ida. */
  dn = '';
  readonly #flavor: Flavor;
  readonly #changes: Record<string, unknown>;
  #portal: TestServer | null = null;

  constructor(flavor: Flavor, changes: Record<string, unknown> = {}, server = new ScriptedServer()) {
    this.#flavor = flavor;
    this.#changes = changes;
    this.server = server;
  }

  async open(): Promise<void> {
    await this.server.open();
    await this.openPortal();
  }

  /** For a server that is open already. */
  async openPortal(): Promise<void> {
    this.#portal = await openPortalWith([directoryEntry(this.server.port, this.#flavor, this.#changes)], {
      logLines: this.logLines,
      variables: { TEST_LDAP_SECRET: service.password },
    });
  }

  async close(): Promise<void> {
    await this.#portal?.stop();
    await this.server.close();
  }

  async reset(): Promise<void> {
    this.server.reset();
    this.dn = fillDirectory(this.server, this.#flavor).dn;
    this.logLines.length = 0;
    await this.database.deleteFrom('people').execute();
    await this.database.deleteFrom('throttle_counters').execute();
  }

  get portal(): TestServer {
    if (this.#portal === null) throw new Error('The office is closed.');
    return this.#portal;
  }

  get database() {
    return this.portal.database.database;
  }

  async signIn(fields: Record<string, string> = {}, remoteAddress = '203.0.113.7') {
    const client = new TestClient(this.portal.quad.app);
    const answer = await client.fetch('POST', login, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: 'ida', password, redirect: '/files', ...fields }).toString(),
      remoteAddress,
    });
    return { answer, client };
  }

  async account(client: TestClient) {
    const { status, body } = await client.fetch('GET', '/api/auth/account');
    return { status, ...(body as { name: string; email: string; groups: string[] }) };
  }

  /** As if the groups had last been read so many seconds earlier. */
  async ageGroups(seconds: number): Promise<void> {
    await sql`update sessions set groups_read_at = groups_read_at - make_interval(secs => ${seconds}),
      groups_tried_at = groups_tried_at - make_interval(secs => ${seconds})`.execute(this.database);
  }

  refusals() {
    return this.logLines.filter(({ msg }) => msg === 'sign-in refused');
  }

  /** How often someone tried to be Ida. */
  bindsAsIda() {
    return this.server.binds.filter(({ dn }) => dn === this.dn);
  }
}

/** One office for the tests of a file, reset before each of them. */
export function officeForTests(flavor: Flavor, changes: Record<string, unknown> = {}): Office {
  const office = new Office(flavor, changes);
  beforeAll(() => office.open());
  afterAll(() => office.close());
  beforeEach(() => office.reset());
  return office;
}
