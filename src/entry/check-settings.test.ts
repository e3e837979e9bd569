import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placePermissions } from '../places.ts';
import { declaredPermissions, readSettings } from '../platform/server/assembly/read-settings.ts';
import { LdapFailure } from '../platform/server/ldap/ldap-failure.ts';
import { sampleTool } from '../platform/server/testing/sample-tool.ts';
import { copyCampus } from '../platform/server/testing/test-campus.ts';
import { openTestDatabase } from '../platform/server/testing/test-database.ts';
import { OutsideFailure } from '../platform/server/tool/outside-system.ts';
import { serverTools } from '../tools/server.ts';
import { checkSettings } from './check-settings.ts';

const migrations = path.resolve('migrations');

test('checks everything that a start needs and reports each fault', async () => {
  const { settings: where, database } = await openTestDatabase();
  const campus = copyCampus([]);
  onTestFinished(campus.remove);
  const look = async (variables: Record<string, string>) => {
    const folders = { QUAD_CAMPUS: campus.folder, QUAD_DATA: campus.folder };
    const workingFolder = path.resolve('.');
    const sources = { workingFolder, tools: [], placePermissions: {} };
    const settings = readSettings({ ...sources, variables: { ...folders, ...variables } });
    const lines: string[] = [];
    const fine = await checkSettings(settings, { migrations, tools: [] }, (line) => lines.push(line));
    return { fine, lines };
  };
  const url = `postgresql://${where.user}@localhost:${where.port}/${where.database}?host=${where.host}`;

  const good = await look({ QUAD_DEMO: 'on', DATABASE_URL: url });
  expect(good.fine).toBe(true);
  expect(good.lines).toContainEqual(expect.stringMatching(/^ok +database: PostgreSQL \d+\.\d+, up to date$/));

  const folder = expect.stringMatching(/^ok +file storage: the folder .*files$/);
  expect(good.lines).toContainEqual(folder);
  await database
    .insertInto('stored_files')
    .values({ name: 'a'.repeat(32), bytes: 1, sha256: Buffer.alloc(32), content_type: 'text/plain' })
    .execute();
  const unmounted = await look({ QUAD_DEMO: 'on', DATABASE_URL: url });
  expect(unmounted.lines).toContainEqual(
    expect.stringMatching(/^FAILED +file storage: .*files is empty or missing, .* share mounted\?$/),
  );
  await database.deleteFrom('stored_files').execute();

  const full = { QUAD_DEMO: 'on', DATABASE_URL: url, QUAD_FILES_KEEP_FREE: '999999 TB' };
  const refused = expect.stringMatching(
    /^warning +file storage: Uploads are refused: .*QUAD_FILES_KEEP_FREE/,
  );
  expect((await look(full)).lines).not.toContainEqual(refused);
  mkdirSync(path.join(campus.folder, 'files'));
  expect((await look(full)).lines).toContainEqual(refused);
  expect((await look({ QUAD_DEMO: 'on', DATABASE_URL: url })).lines).not.toContainEqual(refused);

  const ida = '018f0000-0000-7000-8000-000000000001';
  const name = { name: 'Ida', given_name: 'Ida', family_name: '', email: 'ida@sawtooth.example' };
  await database
    .insertInto('people')
    .values({ id: ida, ...name })
    .execute();
  await database
    .insertInto('identities')
    .values({ provider: 'college', subject: 'ida', person_id: ida, groups: [] })
    .execute();
  const demo = await look({ QUAD_DEMO: 'on', DATABASE_URL: url });
  expect(demo.fine).toBe(false);
  expect(demo.lines).toContainEqual(expect.stringMatching(/^FAILED +database: .*The demo is on/s));

  const provider = { name: 'college', kind: 'oidc', title: 'College', issuer: 'http://127.0.0.1:2/' };
  const providers = [{ ...provider, clientId: 'quad', groups: ['Domain-IT'] }];
  const file = path.join(campus.folder, 'campus.yaml');
  writeFileSync(file, JSON.stringify({ college: 'Sawtooth', domains: ['sawtooth.example'], providers }));
  writeFileSync(path.join(campus.folder, 'secret'), '');
  const bad = await look({
    DATABASE_URL: url.replace(where.database, 'nothing_here'),
    QUAD_SMTP_URL: 'smtp://127.0.0.1:1',
    QUAD_CLAMD: 'tcp://127.0.0.1:1',
    QUAD_FILES_S3_BUCKET: 'quad-files',
    QUAD_FILES_S3_ENDPOINT: 'http://127.0.0.1:1',
    QUAD_FILES_S3_KEY_ID: 'a',
    QUAD_FILES_S3_SECRET: 'b',
  });
  expect(bad.fine).toBe(false);
  expect(bad.lines.filter((line) => line.startsWith('FAILED')).toSorted()).toEqual([
    expect.stringMatching(/database: The database cannot be reached: database "nothing_here" does not exist/),
    expect.stringMatching(/file storage: The storage for files cannot be reached: .*ECONNREFUSED/),
    expect.stringMatching(/mail server: The mail server could not be reached.* \(.*ECONNREFUSED/),
    expect.stringMatching(
      /provider "college": The provider "college" cannot be reached\. \(.*ECONNREFUSED\)/,
    ),
    expect.stringMatching(/secret: .*It is empty or cut off/s),
    expect.stringMatching(/virus scanner: clamd says nothing about a file: .*ECONNREFUSED/),
  ]);
});

test('a data folder that this user cannot write to is reported', async () => {
  const { settings: where } = await openTestDatabase();
  const campus = copyCampus([]);
  onTestFinished(campus.remove);
  const url = `postgresql://${where.user}@localhost:${where.port}/${where.database}?host=${where.host}`;
  const look = async (variables: Record<string, string>) => {
    const sources = { workingFolder: path.resolve('.'), tools: [], placePermissions: {} };
    const settings = readSettings({
      ...sources,
      variables: { QUAD_CAMPUS: campus.folder, QUAD_DEMO: 'on', ...variables },
    });
    const lines: string[] = [];
    const fine = await checkSettings(settings, { migrations, tools: [] }, (line) => lines.push(line));
    return { fine, lines };
  };
  // Even root cannot make a folder within a file.
  const inFile = { QUAD_DATA: path.join(campus.folder, 'campus.yaml', 'data') };
  const isFile = { QUAD_DATA: path.join(campus.folder, 'campus.yaml') };
  for (const [variables, what] of [
    [inFile, 'database'],
    [isFile, 'database'],
    [{ ...isFile, DATABASE_URL: url }, 'file storage'],
  ] as const) {
    const { fine, lines } = await look(variables);
    expect(fine).toBe(false);
    expect(lines).toContainEqual(
      expect.stringMatching(`^FAILED   ${what}: The data folder .* is a file, or a file is in its path`),
    );
  }
  expect((await look({ QUAD_DATA: path.join(campus.folder, 'not', 'there', 'yet') })).fine).toBe(true);
});

test('a provider that answers, but not as the settings expect, comes with what to change', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const campus = copyCampus([]);
  onTestFinished(campus.remove);
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`;
  const entry = { name: 'college', kind: 'oidc', title: 'College', clientId: 'quad', groups: ['Domain-IT'] };
  const written = { college: 'Sawtooth', domains: ['sawtooth.example'], providers: [{ ...entry, issuer }] };
  writeFileSync(path.join(campus.folder, 'campus.yaml'), JSON.stringify(written));
  const settings = readSettings({
    tools: [],
    placePermissions: {},
    workingFolder: path.resolve('.'),
    variables: { QUAD_CAMPUS: campus.folder, QUAD_DATA: campus.folder },
  });
  const lines: string[] = [];
  expect(await checkSettings(settings, { migrations, tools: [] }, (line) => lines.push(line))).toBe(false);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^FAILED +provider "college": .* Check issuer in provider "college" in campus\.yaml/,
    ),
  );
});

test('tools say which outside systems their settings name, and the check does not wait for a silent one', async () => {
  const found = {
    mailbox: async () => 'it accepts this user and password',
    'ticket system': () => Promise.reject(new OutsideFailure('It rejected the token.')),
    directory: () => Promise.reject(new LdapFailure('ENOTFOUND', { advice: 'Check the spelling.' })),
    'search engine': () => new Promise<string>(() => undefined),
  };
  const outside = () => Object.entries(found).map(([what, check]) => ({ what, check }));
  const campus = copyCampus(declaredPermissions({ tools: [sampleTool], placePermissions: {} }));
  onTestFinished(campus.remove);
  const settings = readSettings({
    tools: [sampleTool],
    placePermissions: {},
    workingFolder: path.resolve('.'),
    variables: { QUAD_CAMPUS: campus.folder, QUAD_DATA: campus.folder, QUAD_DEMO: 'on' },
  });
  const lines: string[] = [];
  const tools = [{ ...sampleTool, outside }];
  const fine = await checkSettings(settings, { migrations, tools, within: 100 }, (line) => lines.push(line));
  expect(fine).toBe(false);
  expect(lines.filter((line) => !/^warning|settings|database|provider/.test(line)).toSorted()).toEqual([
    'FAILED   directory: The directory server failed: ENOTFOUND. Check the spelling.',
    'FAILED   search engine: It did not answer within 0.1 seconds.',
    'FAILED   ticket system: It rejected the token.',
    'ok       mailbox: it accepts this user and password',
  ]);
});

test('a file storage that is silent does not hold up the end of the check', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer().on('connection', (socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const campus = copyCampus([]);
  onTestFinished(campus.remove);
  const settings = readSettings({
    ...{ tools: [], placePermissions: {}, workingFolder: path.resolve('.') },
    variables: {
      ...{ QUAD_CAMPUS: campus.folder, QUAD_DATA: campus.folder, QUAD_DEMO: 'on' },
      QUAD_FILES_S3_BUCKET: 'quad-files',
      QUAD_FILES_S3_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      QUAD_FILES_S3_KEY_ID: 'id',
      QUAD_FILES_S3_SECRET: 'zzsecret',
    },
  });
  const lines: string[] = [];
  await checkSettings(settings, { migrations, tools: [], within: 1_000 }, (line) => lines.push(line));
  expect(lines).toContain('FAILED   file storage: It did not answer within 1 seconds.');
  await expect.poll(() => sockets.size, { timeout: 10_000 }).toBe(0);
});

test('every outside system that the settings of the portal name is tried, and no secret is printed', async () => {
  const campus = copyCampus(declaredPermissions({ tools: serverTools, placePermissions }));
  onTestFinished(campus.remove);
  const write = (file: string, content: object) =>
    writeFileSync(path.join(campus.folder, file), JSON.stringify(content));
  const nowhere = 'http://127.0.0.1:1';
  const ldap = { profile: 'openldap', url: 'ldap://127.0.0.1:1', bindDn: 'cn=quad,dc=sawtooth' };
  write('tools/directory.yaml', { ldap: { ...ldap, people: [{ base: 'ou=people', kind: 'employee' }] } });
  write('tools/password-reset.yaml', {
    directory: { ...ldap, kind: 'ldap', peopleBase: 'ou=people' },
    captcha: { kind: 'hcaptcha', siteKey: 'ours', verifyUrl: `${nowhere}/verify` },
    breachedPasswords: { url: `${nowhere}/range/` },
  });
  write('tools/help-desk.yaml', { handOver: { kind: 'zammad', url: nowhere, group: 'IT' } });
  const secrets = {
    QUAD_DIRECTORY_SECRET: 'zzone',
    QUAD_PASSWORD_RESET_SECRET: 'zztwo',
    QUAD_CAPTCHA_SECRET: 'zzthree',
    QUAD_ZAMMAD_TOKEN: 'zzfour',
    QUAD_IMAP_URL: 'imap://help:zzfive@127.0.0.1:1',
    QUAD_ELASTIC_API_KEY: 'zzsix',
    QUAD_XIQ_TOKEN: 'zzseven',
  };
  const settings = readSettings({
    tools: serverTools,
    placePermissions,
    workingFolder: path.resolve('.'),
    variables: {
      ...{ QUAD_CAMPUS: campus.folder, QUAD_DATA: campus.folder, QUAD_DEMO: 'on' },
      ...{ QUAD_IMAP_ADDRESS: 'help@sawtooth.example', QUAD_ELASTIC_URL: nowhere },
      ...{ QUAD_XIQ_USER_GROUP: '1', QUAD_XIQ_URL: nowhere },
      ...secrets,
    },
  });
  const lines: string[] = [];
  const fine = await checkSettings(settings, { migrations, tools: serverTools }, (line) => lines.push(line));
  expect(fine).toBe(false);
  const failed = lines.filter((line) => line.startsWith('FAILED')).map((line) => line.slice(9).split(':')[0]);
  expect(failed.toSorted()).toEqual([
    'ExtremeCloud IQ',
    'Zammad',
    'captcha service',
    'directory of the password reset',
    'directory server',
    'list of breached passwords',
    'mailbox for replies',
    'search engine',
  ]);
  expect(lines.join('\n')).not.toMatch(/zz|\n {4}at /);
});

test('what tools need from the campus folder is checked before the database is touched', () => {
  const sources = { tools: serverTools, placePermissions };
  const campus = copyCampus(declaredPermissions(sources));
  onTestFinished(campus.remove);
  const read = (variables: Record<string, string> = {}) =>
    readSettings({
      ...sources,
      variables: { QUAD_CAMPUS: campus.folder, QUAD_DATA: campus.folder, ...variables },
      workingFolder: path.resolve('.'),
    });
  read();

  const pages = path.join(campus.folder, 'pages');
  rmSync(path.join(pages, 'facilities-key-request-process.md'));
  writeFileSync(path.join(pages, 'facilities-work-order-system.md'), 'half');
  writeFileSync(path.join(pages, 'help', 'Chalk Dust.md'), 'x');
  writeFileSync(path.join(pages, 'help', 'vpn-from-home.md'), 'half');
  const start = () => read({ QUAD_WIFI_PSK_FILE: path.join(campus.folder, 'wifi.psk') });
  for (const mistake of [
    "facilities-key-request-process.md: This file doesn't exist",
    'facilities-work-order-system.md: It must begin with',
    'Chalk Dust.md: Name the file with lower-case letters',
    'vpn-from-home.md: It must begin with',
    'QUAD_WIFI_PSK_FILE: Choose a place outside QUAD_DATA',
  ])
    expect(start).toThrow(mistake);
});
