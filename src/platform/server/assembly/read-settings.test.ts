import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { inALine, SettingsError } from '../settings/mistakes.ts';
import { sampleTool } from '../testing/sample-tool.ts';
import { copyCampus } from '../testing/test-campus.ts';
import { declaredPermissions, readSettings } from './read-settings.ts';

const settings = {
  campus: z.strictObject({}),
  environment: z.object({ QUAD_SAMPLE_TOKEN: z.string().optional() }),
};
const tools = [{ ...sampleTool, settings }];
const sources = { tools, placePermissions: {} };

function campusFolder(): string {
  const campus = copyCampus(declaredPermissions(sources));
  onTestFinished(campus.remove);
  rmSync(path.join(campus.folder, 'tools'), { recursive: true });
  return campus.folder;
}

function read(folder: string, variables: Record<string, string> = {}) {
  return readSettings({
    ...sources,
    variables: { QUAD_CAMPUS: folder, ...variables },
    workingFolder: path.resolve('.'),
  });
}

function mistakesAt(folder: string, variables: Record<string, string> = {}): string[] {
  try {
    read(folder, variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes.map(inALine);
    throw error;
  }
  return [];
}

test('a missing campus folder is one mistake, and nothing in it is called missing', () => {
  expect(mistakesAt('/nowhere/campus')).toEqual([
    'QUAD_CAMPUS: The campus folder /nowhere/campus does not exist. Example: QUAD_CAMPUS=/etc/quad/campus',
  ]);
  const file = path.join(campusFolder(), 'campus.yaml');
  expect(mistakesAt(file, { PORT: 'x' })).toEqual([
    expect.stringMatching(/^PORT: /),
    expect.stringContaining(`The campus folder ${file} is not a folder.`),
  ]);
});

test('a YAML file that cannot be read says where, and nothing else', () => {
  const folder = campusFolder();
  writeFileSync(path.join(folder, 'campus.yaml'), 'college: Sawtooth\ndomains: [a.example\ntimeZone: UTC\n');
  rmSync(path.join(folder, 'access.yaml'));
  expect(mistakesAt(folder)).toEqual([
    expect.stringMatching(/campus\.yaml, line 3, column 1: .*\.$/),
    `${path.join(folder, 'access.yaml')}: This file is missing.`,
  ]);
});

const inCampus = (lines: string) => `college: Sawtooth\ndomains: [sawtooth.example]\n${lines}\n`;

test.each([
  ['audit:\n\tkeepYears: 7', /, line 4, column 1: Indent with spaces, not with tabs\.$/],
  ['supportHours: Mon: 8 to 5', /, line 3, column 15: A value with a colon in it belongs between quotes\./],
  ['college: Owyhee', /, line 3, column 1: This name appears a second time\. Keep one of the two lines\.$/],
  [
    'supportTeam: @help',
    /, line 3, column 14: A value that starts with this character belongs between quotes/,
  ],
  ["supportTeam: 'St. John's'", /, line 3, column 24: .*within single quotes, write ''/],
  ['links: { lms: https://a.example/', /, line 4, column 1: A bracket before this is not closed\.$/],
])('a YAML mistake says once what to change: %j', (lines, said) => {
  const folder = campusFolder();
  writeFileSync(path.join(folder, 'campus.yaml'), inCampus(lines));
  const mistakes = mistakesAt(folder);
  expect(mistakes).toContainEqual(expect.stringMatching(said));
});

test('a line that starts at a different column is one mistake, not one for each line below it', () => {
  const folder = campusFolder();
  const lines = ['audit:', '  keepYears: 7', ' keepSensitiveYears: 2', 'links:', '  lms: https://a.example/'];
  writeFileSync(path.join(folder, 'campus.yaml'), inCampus([...lines, ...lines].join('\n')));
  const mistakes = mistakesAt(folder);
  expect(mistakes.filter((one) => one.includes('starts at a different column'))).toHaveLength(1);
});

test('each name that appears twice is a separate mistake', () => {
  const folder = campusFolder();
  writeFileSync(path.join(folder, 'campus.yaml'), inCampus('college: Owyhee\ndomains: [owyhee.example]'));
  expect(mistakesAt(folder).filter((one) => one.includes('a second time'))).toHaveLength(2);
});

test.each([
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
])('a file in %s is refused if it would read as something else', (_, encode) => {
  const folder = campusFolder();
  const file = path.join(folder, 'campus.yaml');
  writeFileSync(file, encode(inCampus('supportTeam: Coll\u00e8ge')));
  expect(mistakesAt(folder)).toEqual([
    `${file}: This file is not in UTF-8. Save it again with the encoding UTF-8.`,
  ]);
});

test('Windows line ends and a byte order mark change nothing', () => {
  const folder = campusFolder();
  const text = `\ufeff${inCampus('supportTeam: Help Desk')}`.replaceAll('\n', '\r\n');
  writeFileSync(path.join(folder, 'campus.yaml'), text);
  expect(read(folder).campus).toMatchObject({ college: 'Sawtooth', supportTeam: 'Help Desk' });
});

test('a time zone is named by area and city', () => {
  const folder = campusFolder();
  const mistakesWith = (timeZone: string) => {
    const campus = { college: 'Sawtooth', domains: ['sawtooth.example'], timeZone };
    writeFileSync(path.join(folder, 'campus.yaml'), JSON.stringify(campus));
    return mistakesAt(folder);
  };
  for (const name of ['America/Boise', 'Etc/GMT+7', 'UTC']) expect(mistakesWith(name), name).toEqual([]);
  for (const name of ['-07:00', '+07', 'PST', 'BST', 'America/Nowhere'])
    expect(mistakesWith(name), name).toEqual([
      expect.stringMatching(/campus\.yaml, timeZone: .* Example: America\/Boise\.$/),
    ]);
});

test('a value that YAML reads as something else says how to write it', () => {
  const folder = campusFolder();
  const lines = ['college: 1897', 'domains: sawtooth.example', 'supportHours: { Mon: 8 to 5 }', 'audit: 7'];
  writeFileSync(path.join(folder, 'campus.yaml'), lines.join('\n'));
  expect(mistakesAt(folder).map((mistake) => mistake.split('campus.yaml, ')[1])).toEqual([
    'college: Enter text. Put it between quotes.',
    'domains: Enter a list. Write [sawtooth.example].',
    'supportHours: Enter text. Put it between quotes.',
    'audit: Enter names with their values.',
  ]);
});

test('an email domain is what comes after the @, in any case; with anything else, no one could sign in', () => {
  const folder = campusFolder();
  const write = (domains: string[]) =>
    writeFileSync(path.join(folder, 'campus.yaml'), JSON.stringify({ college: 'Sawtooth', domains }));
  write(['Sawtooth.Example ', 'xn--sgezahn-n2a.example']);
  expect(read(folder).campus.domains).toEqual(['sawtooth.example', 'xn--sgezahn-n2a.example']);
  const wrong = [
    '@sawtooth.example',
    '*.sawtooth.example',
    'https://sawtooth.example',
    'a.example, b.example',
  ];
  for (const domain of [...wrong, 'sawtooth', 'sawtooth.example/']) {
    write(['sawtooth.example', domain]);
    expect(mistakesAt(folder), domain).toEqual([
      expect.stringMatching(/campus\.yaml, domains\.1: Write what comes after the @, each domain separately/),
    ]);
  }
});

test('a variable that nothing reads is reported; those of a tool and of campus.yaml are known', () => {
  const folder = campusFolder();
  const provider = { name: 'college', kind: 'oidc', title: 'College', issuer: 'https://id.sawtooth.example' };
  const entry = { ...provider, clientId: 'quad', clientSecret: '$QUAD_OIDC_SECRET', groups: ['Domain-IT'] };
  const campus = { college: 'Sawtooth', domains: ['sawtooth.example'], providers: [entry] };
  writeFileSync(path.join(folder, 'campus.yaml'), JSON.stringify(campus));
  const known = { QUAD_SAMPLE_TOKEN: 'x', QUAD_OIDC_SECRET: 'x', QUAD_LOG: '-' };
  const { warnings } = read(folder, { ...known, QUAD_SMPT_URL: 'smtp://mail', OTHER: 'x' });
  const variables = warnings.map(({ where }) => where).filter((where) => where.startsWith('QUAD_'));
  expect(variables).toEqual(['QUAD_SMPT_URL']);
});

test('a variable of a tool that is left blank is not set', () => {
  const secret = { ...settings, environment: z.object({ QUAD_SAMPLE_TOKEN: z.string().min(1).optional() }) };
  const readBlank = (blank: string) =>
    readSettings({
      tools: [{ ...sampleTool, settings: secret }],
      placePermissions: {},
      variables: { QUAD_CAMPUS: campusFolder(), QUAD_SAMPLE_TOKEN: blank },
      workingFolder: path.resolve('.'),
    }).tools.get(sampleTool.tool.id)?.environment;
  expect(readBlank('')).toEqual({});
  expect(readBlank(' ')).toEqual({});
  expect(readBlank('x')).toEqual({ QUAD_SAMPLE_TOKEN: 'x' });
});

test('a parameter of the database address that nothing reads is reported by its name', () => {
  const folder = campusFolder();
  const about = (parameters: string) =>
    read(folder, {
      QUAD_DEMO: 'on',
      DATABASE_URL: `postgresql://quad:geheim@db.college.edu/quad${parameters}`,
    })
      .warnings.map(inALine)
      .filter((line) => line.startsWith('DATABASE_URL'));
  expect(about('?ssl_mode=require&sslrootcert=/etc/ca.pem&SSLMODE=require')).toEqual([
    expect.stringMatching(/^DATABASE_URL: Its parameter "ssl_mode" has no effect\. Check the name\./),
    expect.stringMatching(/^DATABASE_URL: Its parameter "SSLMODE" has no effect\. Check the name\./),
  ]);
  expect(about('?ssl_mode=require').join()).not.toContain('geheim');
  expect(about('?host=/run/postgresql&user=a@b&sslmode=verify-full&options=-c%20a=b')).toEqual([]);
  expect(about('')).toEqual([]);
});

test('a settings file that no tool reads is reported', () => {
  const folder = campusFolder();
  mkdirSync(path.join(folder, 'tools'));
  for (const name of ['notes', 'noets']) writeFileSync(path.join(folder, `tools/${name}.yaml`), '{}');
  const reported = read(folder).warnings.filter(({ what }) => what.startsWith('No tool reads'));
  expect(reported.map(({ where }) => path.basename(where))).toEqual(['noets.yaml']);
});

test('addresses left over from the made-up college are warned about in production, once for each file', () => {
  const folder = campusFolder();
  const entry = { name: 'college', kind: 'oidc', title: 'College', clientId: 'quad', groups: ['Domain-IT'] };
  const providers = [{ ...entry, issuer: 'https://id.college.edu' }];
  const campus = { college: 'Real', domains: ['college.edu'], providers };
  writeFileSync(path.join(folder, 'campus.yaml'), JSON.stringify(campus));
  mkdirSync(path.join(folder, 'tools'));
  const lines = [
    '# help@sawtooth.example',
    'a: it@college.edu',
    'b: reslife@sawtooth.example',
    'c: x.example',
  ];
  writeFileSync(path.join(folder, 'tools/noets.yaml'), lines.join('\n'));
  const variables = { NODE_ENV: 'production', QUAD_SECRET: '7f3kq9zM1xWv0sBd8hJt5yRp2cNg6uLa' };
  const about = (more: Record<string, string> = {}) =>
    read(folder, { ...variables, ...more })
      .warnings.map(inALine)
      .filter((warning) => warning.includes('made-up'));
  const inPage = /facilities-key-request-process\.md, line \d+: keys@sawtooth\.example is an address/;
  expect(about()).toEqual(
    expect.arrayContaining([
      `${path.join(folder, 'tools/noets.yaml')}, line 3: reslife@sawtooth.example is an address of the made-up college. Write your own, or remove it. 1 more line has one.`,
      expect.stringMatching(inPage),
    ]),
  );
  expect(about().filter((warning) => warning.includes('campus.yaml'))).toEqual([]);
  expect(about({ QUAD_DEMO: 'on' })).toEqual([]);
});

test('production without a mail server is warned about', () => {
  const folder = campusFolder();
  const production = {
    NODE_ENV: 'production',
    QUAD_DEMO: 'on',
    QUAD_SECRET: '7f3kq9zM1xWv0sBd8hJt5yRp2cNg6uLa',
  };
  const about = (variables: Record<string, string>) =>
    read(folder, variables).warnings.filter(({ where }) => where === 'QUAD_SMTP_URL');
  expect(about(production)).toHaveLength(1);
  expect(about({ ...production, QUAD_SMTP_URL: 'smtps://mail.sawtooth.example' })).toEqual([]);
  expect(about({})).toEqual([]);
});

test('a portal behind a proxy that it does not trust is warned about: everyone would share one address', () => {
  const folder = campusFolder();
  const behind = {
    PUBLIC_URL: 'https://quad.sawtooth.example',
    QUAD_DEMO: 'on',
    QUAD_SECRET: '7f3kq9zM1xWv0sBd8hJt5yRp2cNg6uLa',
  };
  const about = (variables: Record<string, string>) =>
    read(folder, variables).warnings.filter(({ where }) => where === 'QUAD_TRUSTED_PROXIES');
  expect(about(behind)).toHaveLength(1);
  expect(about({ ...behind, QUAD_TRUSTED_PROXIES: '127.0.0.1' })).toEqual([]);
  expect(about({})).toEqual([]);
});

test('a portal for everyone reports at once that it lacks a secret and a way to sign in', () => {
  const mistakes = mistakesAt(campusFolder(), { HOST: '0.0.0.0' });
  expect(mistakes).toEqual([
    expect.stringMatching(/^QUAD_SECRET: /),
    expect.stringContaining('No one could sign in: no provider is configured'),
  ]);
});
