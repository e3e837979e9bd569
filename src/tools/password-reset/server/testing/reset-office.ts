import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { declaredPermissions } from '../../../../platform/server/assembly/read-settings.ts';
import { copyCampus } from '../../../../platform/server/testing/test-campus.ts';
import { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServerOptions } from '../../../../platform/server/testing/test-server.ts';
import { attemptReset, importFacts, readCaptchaChallenge } from '../../contract.ts';
import { passwordResetServer } from '../index.ts';

/** Captchas that cost a test nothing. */
const cheapCaptcha = { rounds: 1, tries: [1, 2] };

const columns = [
  'principalEmail',
  'id',
  'birthdate',
  'last4ssn',
  'personalPhoneNumber',
  'personalEmail',
] as const;
export type KnownPerson = Record<(typeof columns)[number], string>;

/** Facts of demo people, as a student system would export them. */
export const suna: KnownPerson = {
  principalEmail: 'student@sawtooth.example',
  id: '0800-201',
  birthdate: '3/9/2005',
  last4ssn: '5142',
  personalPhoneNumber: '(208) 555-0108',
  personalEmail: 'suna@home.example',
};
export const vera: KnownPerson = {
  ...suna,
  principalEmail: 'volunteer@sawtooth.example',
  id: '800203',
  last4ssn: '',
  personalEmail: 'vera@home.example',
};

/** What a person who knows everything types. */
export const typedBy = ({ personalEmail: _personal, last4ssn, ...person }: KnownPerson) => ({
  ...person,
  ...(last4ssn === '' ? {} : { last4ssn }),
});

interface OfficeOptions extends TestServerOptions {
  /** In addition to the settings of the repository. */
  settings?: Record<string, unknown>;
  people?: readonly KnownPerson[];
  /** People sign in with a provider, and there are no demo people. */
  outsideDemo?: boolean;
  /** Another entry in `providers`. */
  provider?: Record<string, unknown>;
  /** A group that has a permission, too. */
  granted?: Readonly<Record<string, string>>;
}

/** A portal with facts about some people, and a mail folder to read. */
export async function openOffice({
  settings,
  people = [suna, vera],
  outsideDemo = false,
  provider,
  granted = {},
  ...options
}: OfficeOptions = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-reset-'));
  const campus = copyCampus(declaredPermissions({ tools: [passwordResetServer], placePermissions: {} }));
  for (const [permission, group] of Object.entries(granted)) campus.grant(permission, group);
  const file = path.join(campus.folder, 'tools', 'password-reset.yaml');
  writeFileSync(file, stringify({ captcha: cheapCaptcha, ...settings }));
  if (outsideDemo || provider !== undefined) signInWith(campus.folder, provider ?? elsewhere);
  const server = await createTestServer({
    tools: [passwordResetServer],
    campusFolder: campus.folder,
    ...options,
    variables: {
      QUAD_DATA: folder,
      QUAD_DEMO: outsideDemo ? 'off' : 'on',
      TEST_SECRET: 'a secret of a provider',
      ...options.variables,
    },
  });
  const { app } = server.quad;
  if (people.length > 0) {
    const content = [
      columns.join(','),
      ...people.map((person) => columns.map((column) => person[column]).join(',')),
    ];
    const it = await server.signIn('it');
    const file = { fileName: 'facts.csv', content: `${content.join('\n')}\n` };
    await it.send(importFacts, { files: { file }, body: { confirmed: 'true' } });
  }
  const emails = async () => {
    const names = await readdir(path.join(folder, 'mail')).catch(() => []);
    const files = names.filter((name) => name.endsWith('.eml'));
    return Promise.all(
      files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, 'mail', name)))),
    );
  };
  let network = 0;
  return {
    server,
    folder,
    emails,
    /** Another browser, in its own network. */
    visitor: () => new TestClient(app),
    /** A new network, which has no attempts yet. */
    newNetwork: () => {
      network += 1;
      return `203.0.${Math.floor(network / 250)}.${(network % 250) + 1}`;
    },
    async solve(): Promise<string> {
      const { body } = await new TestClient(app).send(readCaptchaChallenge);
      const challenge = body.data as unknown as Challenge;
      const solution = await solveChallenge({ challenge, deriveKey });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    },
    /** An attempt of a person who comes from their own network. */
    async attempt(typed: Record<string, unknown>, from?: string) {
      const body = { ...('captchaValue' in typed ? {} : { captchaValue: await this.solve() }), ...typed };
      return new TestClient(app).fetch('POST', attemptReset.path, {
        remoteAddress: from ?? this.newNetwork(),
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
    },
    /** Waits for an email to this address. */
    emailTo: (address: string, subject: RegExp): Promise<Email> =>
      vi.waitFor(
        async () => {
          const found = (await emails()).find(
            (email) =>
              email.to?.some((to) => 'address' in to && to.address === address) &&
              subject.test(email.subject ?? ''),
          );
          if (found === undefined) throw new Error(`There is no email to ${address}.`);
          return found;
        },
        { timeout: 20_000, interval: 30 },
      ),
    async stop() {
      await server.stop();
      campus.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
const elsewhere = {
  name: 'campus',
  kind: 'oidc',
  title: 'College account',
  issuer: 'https://login.sawtooth.example',
  clientId: 'quad',
  clientSecret: '$TEST_SECRET',
  groups: ['Domain-IT'],
};

function signInWith(folder: string, provider: Record<string, unknown>): void {
  const file = path.join(folder, 'campus.yaml');
  const written = parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, stringify({ ...written, providers: [provider] }));
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** The token behind the `#` of the link in an email. */
export function tokenIn(email: Email): string {
  return /new-password#([\w-]+)/.exec(email.text ?? '')?.[1] ?? '';
}
