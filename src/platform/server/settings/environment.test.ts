import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';
import { SettingsError } from './mistakes.ts';

const random = () => randomBytes(36).toString('base64');
const read = (variables: Record<string, string>) => readEnvironment(variables, '/srv/quad');

function mistakesOf(variables: Record<string, string>) {
  try {
    read(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes;
    throw error;
  }
  return [];
}

test('a trial needs no settings at all', () => {
  expect(read({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    databaseConnections: 24,
    dataFolder: '/srv/quad/data',
    campusFolder: '/srv/quad/campus',
    secrets: null,
    loopback: true,
    production: false,
    metricsPort: null,
  });
});

test('the port is part of the default public address', () => {
  expect(read({ PORT: '4100' }).publicUrl).toBe('http://localhost:4100');
});

test('the name localhost is one address for every port', () => {
  expect(read({ HOST: 'localhost' })).toMatchObject({ host: '127.0.0.1', loopback: true });
});

test('all mistakes are reported at once, each with its variable, what is wrong and an example', () => {
  const mistakes = mistakesOf({
    PORT: '80000',
    PUBLIC_URL: 'quad',
    DATABASE_URL: 'mysql://x',
    QUAD_DATABASE_CONNECTIONS: '7',
    QUAD_DEMO: 'yes',
  });
  expect(mistakes.map(({ where }) => where)).toEqual([
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'QUAD_DATABASE_CONNECTIONS',
    'QUAD_DEMO',
  ]);
  for (const { what, example } of mistakes) {
    expect(what).toMatch(/\.$/);
    expect(example).toBeTruthy();
  }
});

test.each([
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
  ['tcp://clamd', null],
  ['http://clamd:3310', null],
  ['clamd.ctl', null],
])('a virus scanner at %s is %j', (QUAD_CLAMD, address) => {
  if (address !== null) expect(read({ QUAD_CLAMD }).clamd).toEqual({ address, largest: 25 * 1024 ** 2 });
  else expect(mistakesOf({ QUAD_CLAMD })).toMatchObject([{ where: 'QUAD_CLAMD' }]);
});

test('files are in S3 if a bucket is named, with a key or without, and no mistake repeats a secret', () => {
  const s3 = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [`QUAD_FILES_S3_${name}`, value]));
  expect(read(s3({ BUCKET: 'quad-files' })).filesS3).toEqual({
    bucket: 'quad-files',
    endpoint: null,
    region: 'us-east-1',
    credentials: null,
  });
  const own = { BUCKET: 'quad-files', ENDPOINT: 'http://s3.local:9000', KEY_ID: 'a', SECRET: 'geheim' };
  expect(read(s3(own)).filesS3).toMatchObject({
    credentials: { accessKeyId: 'a', secretAccessKey: 'geheim' },
  });
  const wrong = [{ SECRET: 'geheim' }, { BUCKET: 'Quad Files' }, { ...own, ENDPOINT: 'https://a/b' }];
  for (const given of [...wrong, { ...own, KEY_ID: '' }, { ...own, REGION: 'a b' }]) {
    const mistakes = mistakesOf(s3(given));
    expect(mistakes).toMatchObject([{ where: expect.stringMatching(/^QUAD_FILES_S3_/) }]);
    expect(JSON.stringify(mistakes)).not.toContain('geheim');
  }
});

test('a database address is never repeated, since it may hold a password', () => {
  const [mistake] = mistakesOf({ DATABASE_URL: 'postgres//quad:geheim@db' });
  expect(JSON.stringify(mistake)).not.toContain('geheim');
});

test.each(['ge#heim', 'ge/heim', '12/heim', 'ge?heim', '12?heim', '12?ge=heim', '50%heim'])(
  'a password with special characters, such as %s, is to be written in codes, and no part of it is mistaken for the host',
  (password) => {
    for (const [name, address] of [
      ['DATABASE_URL', `postgresql://quad:${password}@db.college.edu/quad`],
      ['QUAD_SMTP_URL', `smtps://quad:${password}@smtp.college.edu:465`],
    ] as const) {
      const mistakes = mistakesOf({ [name]: address });
      expect(mistakes).toMatchObject([{ where: name, what: expect.stringContaining('%-codes') }]);
      expect(JSON.stringify(mistakes)).not.toContain('heim');
    }
    const coded = `postgresql://quad:${encodeURIComponent(password)}@db.college.edu/quad`;
    expect(read({ DATABASE_URL: coded }).databaseUrl).toBe(coded);
  },
);

test.each([
  'postgresql://quad@localhost/quad?host=/var/run/postgresql',
  'postgresql:///quad?host=/var/run/postgresql',
  'postgres://quad:p%40ss@db.college.edu:6432/quad?sslmode=verify-full&sslrootcert=/etc/ssl/certs/college-ca.pem',
])('the database may be at %s', (address) => {
  expect(read({ DATABASE_URL: address }).databaseUrl).toBe(address);
});

describe('outside this machine', () => {
  test('plain http is refused', () => {
    expect(mistakesOf({ PUBLIC_URL: 'http://quad.sawtooth.example', QUAD_SECRET: random() })).toHaveLength(1);
  });
  test('a secret is required', () => {
    expect(mistakesOf({ PUBLIC_URL: 'https://quad.sawtooth.example' })[0]?.where).toBe('QUAD_SECRET');
  });
  test('several secrets rotate, each of them long enough', () => {
    const publicUrl = 'https://quad.sawtooth.example';
    const secrets = `${random()},${random()}`;
    expect(read({ PUBLIC_URL: publicUrl, QUAD_SECRET: secrets }).secrets).toHaveLength(2);
    expect(mistakesOf({ PUBLIC_URL: publicUrl, QUAD_SECRET: `${random()},short` })).toHaveLength(1);
  });
});

describe('a secret', () => {
  test.each([
    '$(head -c 32 /dev/urandom | base64)',
    '$' + '{QUAD_SECRET_OF_ANOTHER_FILE_SOMEWHERE}',
    '`openssl rand -base64 48 | tr -d x`',
    '<what "openssl rand -base64 48" printed>',
    'what openssl rand -base64 48 printed',
    'a'.repeat(39),
    'changeme'.repeat(5),
    'secret-secret-1-secret-secret-2-secret',
    '0123456789abcdefghijklmnopqrstuvwxyz',
    '101001101110100101101010010110101101',
  ])('that was never random is refused with a command that makes one, and not repeated: %s', (secret) => {
    const mistakes = mistakesOf({ QUAD_SECRET: `${random()},${secret}` });
    expect(mistakes).toMatchObject([
      { where: 'QUAD_SECRET', what: expect.stringContaining('"openssl rand -base64 48"') },
    ]);
    expect(JSON.stringify(mistakes)).not.toContain(secret);
  });

  test('that is random is accepted, in every notation', () => {
    const ways = ['base64', 'base64url', 'hex'] as const;
    const secrets = ways.flatMap((way) =>
      Array.from({ length: 300 }, () => randomBytes(way === 'hex' ? 16 : 24).toString(way)),
    );
    for (const secret of secrets) expect(read({ QUAD_SECRET: secret }).secrets).toEqual([secret]);
  });
});

test('metrics need their own port', () => {
  expect(mistakesOf({ PORT: '9464', QUAD_METRICS_PORT: '9464' })).toMatchObject([
    { where: 'QUAD_METRICS_PORT', what: expect.stringContaining('the same as PORT (9464)') },
  ]);
  expect(read({ PORT: '0', QUAD_METRICS_PORT: '0' }).metricsPort).toBe(0);
});

test.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8,::1', true],
  ['10.0.0.0/33', false],
  ['proxy', false],
  ['fd00::/8', true],
  ['::ffff:10.0.0.0/104', true],
  ['::ffff:10.0.0.0/8', false],
  ['0.0.0.0/0', false],
  ['10.1.2.3/8', false],
])('trusted proxies %s: %s', (written, accepted) => {
  expect(mistakesOf({ QUAD_TRUSTED_PROXIES: written }).length === 0).toBe(accepted);
});

test.each([
  'smtp://127.0.0.1:2525',
  'smtps://smtp.college.edu',
  'smtps://quad%40college:p%2Fw@smtp.college.edu:465/',
  'smtp://relay.college.edu:25?tls=off',
])('emails may be sent to %s', (address) => {
  expect(read({ QUAD_SMTP_URL: address }).smtpUrl).toBe(address);
});

test.each([
  'relay.college.edu',
  'https://relay.college.edu',
  'smtp://',
  'smtp://relay.college.edu/inbox',
  'smtp://relay.college.edu?tls=no',
  'smtp://relay.college.edu?requireTLS=false',
  'smtps://relay.college.edu?tls=off',
  'smtp://quad:top-secret@relay.college.edu?tls=off',
  'smtp://quad:top-secret%@relay.college.edu',
])('emails cannot be sent to %s, and a password in it is not repeated', (address) => {
  const mistakes = mistakesOf({ QUAD_SMTP_URL: address });
  expect(mistakes).toMatchObject([{ where: 'QUAD_SMTP_URL', example: expect.any(String) }]);
  expect(JSON.stringify(mistakes)).not.toContain('top-secret');
});

test('emails come from a plain address', () => {
  expect(read({}).mailFrom).toBeNull();
  expect(read({ QUAD_MAIL_FROM: 'quad@college.edu' }).mailFrom).toBe('quad@college.edu');
  for (const from of ['quad', 'Quad <quad@college.edu>', 'a@b.edu\r\nBcc: c@d.edu', 'a@b.edu,c@d.edu']) {
    expect(mistakesOf({ QUAD_MAIL_FROM: from })).toMatchObject([{ where: 'QUAD_MAIL_FROM' }]);
  }
});
