import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { programs } from '../scripts/server-bundle.ts';
import { stopLimit } from '../src/platform/server/process/launcher.ts';
import { readEnvironment } from '../src/platform/server/settings/environment.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const containerfile = read('deploy/Containerfile').replaceAll('\\\n', ' ');
const units = readdirSync(path.join(root, 'deploy')).filter((file) => /\.(service|timer)$/.test(file));

/** The arguments of an instruction of the image, for each of its lines. */
const instructions = (name: string) =>
  Array.from(containerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm')), ([, words = '']) => words);

/** Values of a setting in a unit, in order. */
const inUnit = (unit: string, name: string) =>
  Array.from(read(`deploy/${unit}`).matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) => value);

/** Variables that the command itself sets, which override those of the file. */
const ofCommand = (unit: string) => inUnit(unit, 'ExecStart')[0]?.match(/\b[A-Z_]+=\S+/g) ?? [];

const asVariables = (pairs: readonly string[]) =>
  Object.fromEntries(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]));

const compose = z
  .object({
    services: z.object({
      quad: z.object({
        environment: z.record(z.string(), z.string()),
        ports: z.array(z.string()),
        stop_grace_period: z.string().regex(/^\d+s$/),
      }),
    }),
  })
  .parse(parse(read('deploy/compose.yaml'))).services.quad;

/** Placeholders for the secrets that each college adds. */
const added = {
  PUBLIC_URL: 'https://quad.college.example',
  QUAD_SECRET: 'of more than thirty-two characters',
};
const fillIn = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::[?-]([^}]*))?\}/g, (_all, name: string, rest = '') =>
    name in added ? added[name as keyof typeof added] : rest.replaceAll(' ', '-'),
  );

/** An instance of a template. */
const named = (text: string, instance: string) => text.replaceAll('%i', instance);

const environments = {
  'the service': asVariables(inUnit('quad.service', 'Environment')),
  'an instance': asVariables(
    [...inUnit('quad@.service', 'Environment'), ...ofCommand('quad@.service')].map((pair) =>
      named(pair, '3001'),
    ),
  ),
  'the backup': asVariables(inUnit('quad-backup.service', 'Environment')),
  'the image': asVariables(instructions('ENV').join(' ').split(/\s+/)),
  'the image in compose.yaml': {
    ...asVariables(instructions('ENV').join(' ').split(/\s+/)),
    ...Object.fromEntries(Object.entries(compose.environment).map(([name, text]) => [name, fillIn(text)])),
  },
};

test.each(Object.entries(environments))(
  '%s sets variables that the server reads, to values that it accepts',
  (_, variables) => {
    const asked = new Set(['MALLOC_ARENA_MAX']);
    const watched = new Proxy<Record<string, string | undefined>>(
      { ...added, ...variables },
      {
        get(target, name) {
          asked.add(String(name));
          return target[String(name)];
        },
      },
    );
    expect(readEnvironment(watched, root)).toMatchObject({ production: true, demo: 'default' });
    expect(Object.keys(variables).filter((name) => !asked.has(name))).toEqual([]);
  },
);

test('compose.yaml publishes the ports that the server listens on, only to this machine', () => {
  const { port, metricsPort, host } = readEnvironment(environments['the image in compose.yaml'], root);
  expect(host).toBe('0.0.0.0');
  expect(compose.ports).toEqual([port, metricsPort].map((each) => `127.0.0.1:${each}:${each}`));
  expect(instructions('EXPOSE')).toEqual([String(port)]);
});

test('systemd and compose allow more time for a stop than the server needs at most', () => {
  const limits = [inUnit('quad.service', 'TimeoutStopSec')[0], compose.stop_grace_period.replace('s', '')];
  for (const limit of limits) expect(Number(limit) * 1000).toBeGreaterThan(stopLimit);
});

test('systemd does not restart a portal that ended because of a wrong setting', { tags: 'long' }, () => {
  const environment = { PATH: process.env.PATH, QUAD_CAMPUS: '/nowhere/campus' };
  const { status, stderr } = spawnSync(process.execPath, ['src/entry/server.ts'], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  });
  expect(stderr).toContain('QUAD_CAMPUS: The campus folder /nowhere/campus does not exist.');
  expect(inUnit('quad.service', 'RestartPreventExitStatus')).toEqual([String(status)]);
});

test('the service and the image start the server as npm start does', () => {
  const text = read('scripts/server-process.mjs');
  const [, flag = 'none'] = /serverFlags = \['([^']+)'\]/.exec(text) ?? [];
  const [, file = 'none'] = /serverFile = '([^']+)'/.exec(text) ?? [];
  for (const unit of ['quad.service', 'quad@.service']) {
    expect(inUnit(unit, 'ExecStart')[0]).toMatch(new RegExp(`/bin/node ${flag} ${file}$`));
  }
  expect(instructions('CMD').map((words) => JSON.parse(words))).toEqual([['node', flag, file]]);
});

test('the image copies existing files, and its context has those and nothing else', () => {
  const copied = instructions('COPY')
    .filter((words) => !words.startsWith('--from'))
    .flatMap((words) => words.split(/\s+/).slice(0, -1));
  expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const [first, ...patterns] = read('.dockerignore')
    .split('\n')
    .filter((line) => !/^(#|$)/.test(line));
  expect(first).toBe('*');
  const admitted = patterns.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : []));
  expect(admitted.toSorted()).toEqual([...new Set(copied)].toSorted());
});

test('the backup runs within the limits of the service', () => {
  const bounds = (unit: string) =>
    read(`deploy/${unit}`).match(
      /^(Protect|Private|Restrict|SystemCall|NoNew|Cap|Amb|Lock|UMask|User|Group).*$/gm,
    );
  expect(bounds('quad-backup.service')?.toSorted()).toEqual(bounds('quad.service')?.toSorted());
  expect(bounds('quad.service')?.length).toBeGreaterThan(20);
});

test('the service may ask for the addresses of the machine, as it does with HOST=0.0.0.0', () => {
  for (const unit of ['quad.service', 'quad@.service'])
    expect(inUnit(unit, 'RestrictAddressFamilies')[0]?.split(' ')).toContain('AF_NETLINK');
});

test('an instance of the template is the service, except for its port', () => {
  const lines = (unit: string) =>
    read(`deploy/${unit}`)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const [service, template] = [lines('quad.service'), lines('quad@.service')];
  const only = (these: string[], those: string[]) =>
    these.filter((line) => !those.includes(line)).map((line) => line.split('=').slice(0, 2).join('='));
  expect(only(service, template)).toEqual([
    'Description=Quad, the web portal of the college',
    expect.stringContaining('ExecStart=/opt/quad/'),
  ]);
  expect(only(template, service)).toEqual([
    'Description=Quad, the web portal of the college, on port %i',
    expect.stringContaining('ExecCondition='),
    'ExecStart=/usr/bin/env PORT',
  ]);
});

test('every unit works in the same data folder: uploads are read by all instances and are in the backup', () => {
  const folder = (unit: string) => /^Environment=QUAD_DATA=(.*)$/m.exec(read(`deploy/${unit}`))?.[1];
  expect(['quad.service', 'quad@.service', 'quad-backup.service'].map(folder)).toEqual(
    Array.from({ length: 3 }, () => '/var/lib/quad'),
  );
});

test('the backup unit runs the built command, and a failure, or no end in half a day, starts the unit that reports it', () => {
  const [start = ''] = inUnit('quad-backup.service', 'ExecStart');
  expect(start).toContain(`dist/commands/${programs.commands[0]}.js`);
  // Of `oneshot`, systemd waits for the end forever unless told.
  expect(inUnit('quad-backup.service', 'TimeoutStartSec')).toEqual(['12h']);
  const [failed = ''] = inUnit('quad-backup.service', 'OnFailure');
  const [script = ''] = inUnit(failed, 'ExecStart');
  expect(statSync(path.join(root, script.replace('/opt/quad/', ''))).mode & 0o111).toBe(0o111);
});

test('a failed backup is reported by email and by a POST', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-alert-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const sendmail = '#!/bin/sh\necho "sendmail $*" >"$MAIL"; cat >>"$MAIL"\n';
  const journalctl = '#!/bin/sh\necho "The disk is full. No backup was made"\n';
  const curl = '#!/bin/sh\nprintf "%s\n" "$@" >"$POSTED"; cat >"$POSTED.config"\n';
  for (const [name, text] of Object.entries({ sendmail, journalctl, curl }))
    writeFileSync(path.join(folder, name), text, { mode: 0o755 });
  const report = (variables: Record<string, string>) =>
    spawnSync(path.join(root, 'deploy/backup-failed.sh'), {
      encoding: 'utf8',
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        MAIL: path.join(folder, 'mail'),
        POSTED: path.join(folder, 'posted'),
        ...variables,
      },
    });
  const url = 'https://chat.college.example/hooks/1';
  const reported = report({ ALERT_EMAIL: 'it@college.example', ALERT_URL: url });
  expect(reported).toMatchObject({ status: 0, stderr: '' });
  const mail = readFileSync(path.join(folder, 'mail'), 'utf8');
  expect(mail).toMatch(
    /^sendmail -i -t\nTo: it@college\.example\nSubject: The backup of Quad on .+ failed\n/,
  );
  expect(mail).toContain('The disk is full');
  const posted = readFileSync(path.join(folder, 'posted'), 'utf8').trimEnd().split('\n');
  // The address is a secret, and everyone on the machine can read the arguments of a program.
  expect(posted.join(' ')).not.toContain(url);
  expect(posted.slice(-2)).toEqual(['--config', '-']);
  expect(readFileSync(path.join(folder, 'posted.config'), 'utf8')).toBe(`url = "${url}"\n`);
  expect(JSON.parse(posted[posted.indexOf('--data') + 1] ?? '')).toEqual({
    text: expect.stringMatching(/^The backup of Quad on .+ failed\.$/),
  });
  expect(report({})).toMatchObject({ status: 1, stderr: expect.stringContaining('/etc/quad/alerts') });
});

const withoutSystemd = spawnSync('systemd-analyze', ['--version']).error !== undefined;

test.skipIf(withoutSystemd)(
  'systemd understands every line of the units (skipped without systemd-analyze)',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'quad-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const unit of units) {
      writeFileSync(path.join(folder, unit), read(`deploy/${unit}`).replaceAll('/opt/quad', root));
    }
    const files = units.map((unit) => path.join(folder, unit));
    const { stderr } = spawnSync('systemd-analyze', ['--man=no', 'verify', ...files], { encoding: 'utf8' });
    // It only warns about what it does not understand, and also about other units of this machine.
    expect(stderr.split('\n').filter((line) => line.includes('quad'))).toEqual([]);
  },
);

test('a shell can read the script that creates the database of compose.yaml', () => {
  expect(read('deploy/compose.yaml')).toContain('./database.sh:/docker-entrypoint-initdb.d/');
  expect(() => execFileSync('sh', ['-n', path.join(root, 'deploy/database.sh')])).not.toThrow();
});
