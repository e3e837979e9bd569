import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from 'vitest';
import { TestClient } from '../../../testing/test-client.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { TestBrowser } from './browser.ts';
import { callbackUrl, collegeEntry, home, openPortal } from './portal.ts';
import { RealProvider } from './real-provider.ts';

/** The person whom every test starts with. */
export const ida = {
  email: 'ida@sawtooth.example',
  name: 'Ida Lorne',
  groups: ['guid-it', 'guid-staff', 'guid-of-another-system'],
};

/** A real provider with one person, and the portal at two instances on one database. */
export class College {
  readonly provider = new RealProvider({ callbackUrl, homeUrl: home });
  readonly logLines: Record<string, unknown>[] = [];
  #portal: TestServer | null = null;
  #other: TestServer | null = null;

  async open(): Promise<void> {
    await this.provider.open();
    const entry = collegeEntry(this.provider.issuer);
    this.#portal = await openPortal([entry], { logLines: this.logLines });
    this.#other = await openPortal([entry], { database: this.#portal.database });
  }

  async close(): Promise<void> {
    await this.#other?.stop();
    await this.#portal?.stop();
    await this.provider.close();
  }

  async reset(): Promise<void> {
    await this.database.deleteFrom('people').execute();
    this.provider.people.clear();
    this.provider.people.set('sub-ida', { ...ida });
    this.provider.signsIn = 'sub-ida';
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

  /** A fresh browser. */
  visitor(server: TestServer = this.portal): TestBrowser {
    return new TestBrowser(new TestClient(server.quad.app));
  }

  /** The same browser at the other instance. */
  atOther(client: TestClient): TestClient {
    return copyOf(client, this.other);
  }

  /** A copy of the browser as it is now: what the copy is sent, the browser never sees. */
  atPortal(client: TestClient): TestClient {
    return copyOf(client, this.portal);
  }

  /** As if the provider had last been asked this many seconds earlier. */
  async ageGroups(seconds: number, server: TestServer = this.portal): Promise<void> {
    await sql`update sessions set groups_read_at = groups_read_at - make_interval(secs => ${seconds}),
      groups_tried_at = groups_tried_at - make_interval(secs => ${seconds}),
      groups_failed_at = groups_failed_at - make_interval(secs => ${seconds})`.execute(
      server.database.database,
    );
  }

  refusals(): Record<string, unknown>[] {
    return this.logLines.filter(({ msg }) => msg === 'sign-in refused');
  }
}

function copyOf(client: TestClient, server: TestServer): TestClient {
  const same = new TestClient(server.quad.app);
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return same;
}

/** One college for the tests of a file, reset before each of them. */
export function collegeForTests(): College {
  const college = new College();
  beforeAll(() => college.open());
  afterAll(() => college.close());
  beforeEach(() => college.reset());
  return college;
}

export const accountOf = (client: TestClient) => client.fetch('GET', '/api/auth/account');

export const groupsOf = async (client: TestClient) =>
  ((await accountOf(client)).body as { groups: string[] }).groups;

/** Makes this process believe that it is later; the database keeps its own clock. */
export function clockAhead(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  onTestFinished(() => void vi.useRealTimers());
}
