import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { TestAnswer } from '../../../testing/test-client.ts';
import { TestClient } from '../../../testing/test-client.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { TestBrowser } from './browser.ts';
import { ForgingProvider } from './forging-provider.ts';
import { collegeEntry, openPortal } from './portal.ts';

type Claims = Record<string, unknown>;

/** The tolerated clock difference, which the entries leave at its default, in seconds. */
export const skew = 300;

/** A portal whose providers lie, under several settings. */
export class ForgedCollege {
  readonly provider = new ForgingProvider();
  readonly logLines: Record<string, unknown>[] = [];
  #portal: TestServer | null = null;

  async open(): Promise<void> {
    await this.provider.open();
    const { issuer } = this.provider;
    const entra = { verifiedClaim: 'xms_edov', overage: 'graph', graphUrl: `${issuer}/graph` };
    this.#portal = await openPortal(
      [
        collegeEntry(issuer, { photoUrl: `${issuer}/photo` }),
        collegeEntry(issuer, { name: 'entra', ...entra }),
        collegeEntry(issuer, { name: 'overage-by-userinfo', overage: 'userinfo' }),
        collegeEntry(issuer, { name: 'by-userinfo', groupsFrom: 'userinfo' }),
        collegeEntry(issuer, { name: 'with-key', directoryKeyClaim: 'employee_number' }),
        collegeEntry(issuer, { name: 'trusting', trustEmail: true, emailClaim: 'upn' }),
      ],
      { logLines: this.logLines },
    );
  }

  async close(): Promise<void> {
    await this.#portal?.stop();
    await this.provider.close();
  }

  get portal(): TestServer {
    if (this.#portal === null) throw new Error('The college has not been opened.');
    return this.#portal;
  }

  get database() {
    return this.portal.database.database;
  }

  async reset(): Promise<void> {
    await this.database.deleteFrom('people').execute();
    await this.database.deleteFrom('throttle_counters').execute();
    this.logLines.length = 0;
  }

  /** Deletes sessions and log lines, but no person. */
  async signEverybodyOut(): Promise<void> {
    await this.database.deleteFrom('sessions').execute();
    this.logLines.length = 0;
  }

  /** As if the providers had last been asked this many seconds earlier. */
  async ageGroups(seconds: number): Promise<void> {
    await sql`update sessions set groups_read_at = groups_read_at - make_interval(secs => ${seconds}),
      groups_tried_at = groups_tried_at - make_interval(secs => ${seconds})`.execute(this.database);
  }

  visitor(): TestBrowser {
    return new TestBrowser(new TestClient(this.portal.quad.app));
  }

  async signIn(name = 'college'): Promise<{ answer: TestAnswer; client: TestClient }> {
    const browser = this.visitor();
    const callback = this.provider.authorize(await browser.begin(name));
    return { answer: await browser.navigate(callback), client: browser.client };
  }

  /** Signs in. @returns The account. */
  async signedIn(name = 'college') {
    const { answer, client } = await this.signIn(name);
    expect(answer.status).toBe(303);
    const account = await client.fetch('GET', '/api/auth/account');
    return account.body as { email: string; groups: string[]; name: string };
  }

  /** Expects a refusal with a page, without a session, and with one log line that names no one. */
  async refused(name = 'college'): Promise<TestAnswer> {
    const { answer, client } = await this.signIn(name);
    expect(client.cookies.has('quad-session')).toBe(false);
    expect(await this.database.selectFrom('sessions').select('id').execute()).toEqual([]);
    expect(this.logLines.filter(({ msg }) => msg === 'sign-in refused')).toHaveLength(1);
    expect(JSON.stringify(this.logLines)).not.toMatch(/ida|lorne|evil|@/i);
    return answer;
  }

  /** Changes what the provider claims from now on; `undefined` leaves a claim out. */
  claiming(changes: Claims): void {
    this.provider.idToken = ({ claims }) => this.provider.sign(without({ ...claims, ...changes }));
  }
}

function without(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

export function forgedCollegeForTests(): ForgedCollege {
  const college = new ForgedCollege();
  beforeAll(() => college.open());
  afterAll(() => college.close());
  beforeEach(() => college.reset());
  afterEach(() => college.provider.reset());
  return college;
}
