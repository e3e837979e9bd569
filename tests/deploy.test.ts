import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { stopLimit } from '../src/platform/server/process/launcher.ts';
import { readEnvironment } from '../src/platform/server/settings/environment.ts';
import { readSources } from './boundaries/source.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const containerfile = read('deploy/Containerfile').replaceAll('\\\n', ' ');
const units = readdirSync(path.join(root, 'deploy')).filter((file) => /\.(service|timer)$/.test(file));

/** What is said after an instruction of the image, for each line that has it. */
const instructions = (name: string) =>
  Array.from(containerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm')), ([, words = '']) => words);

/** Values of a setting in a unit, in order. */
const inUnit = (unit: string, name: string) =>
  Array.from(read(`deploy/${unit}`).matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) => value);

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

/** What stands for the secrets that each college adds. */
const added = {
  PUBLIC_URL: 'https://quad.college.example',
  QUAD_SECRET: 'of more than thirty-two characters',
};
const fillIn = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::[?-]([^}]*))?\}/g, (_all, name: string, rest = '') =>
    name in added ? added[name as keyof typeof added] : rest.replaceAll(' ', '-'),
  );

const environments = {
  'the service': asVariables(inUnit('quad.service', 'Environment')),
  'the backup': asVariables(inUnit('quad-backup.service', 'Environment')),
  'the image': asVariables(instructions('ENV').join(' ').split(/\s+/)),
  'the image in compose.yaml': {
    ...asVariables(instructions('ENV').join(' ').split(/\s+/)),
    ...Object.fromEntries(Object.entries(compose.environment).map(([name, text]) => [name, fillIn(text)])),
  },
};

test.each(Object.entries(environments))(
  '%s sets variables that the server reads, to values that it takes',
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

test('compose.yaml publishes the ports that the server listens on, to this machine only', () => {
  const { port, metricsPort, host } = readEnvironment(environments['the image in compose.yaml'], root);
  expect(host).toBe('0.0.0.0');
  expect(compose.ports).toEqual([port, metricsPort].map((each) => `127.0.0.1:${each}:${each}`));
  expect(instructions('EXPOSE')).toEqual([String(port)]);
});

test('a stop by systemd or by compose leaves more time than the server takes at most', () => {
  const limits = [inUnit('quad.service', 'TimeoutStopSec')[0], compose.stop_grace_period.replace('s', '')];
  for (const limit of limits) expect(Number(limit) * 1000).toBeGreaterThan(stopLimit);
});

test('systemd does not start a portal again that ends because of a wrong setting', () => {
  const environment = { PATH: process.env.PATH, QUAD_CAMPUS: '/nowhere/campus' };
  const { status, stderr } = spawnSync(process.execPath, ['src/entry/server.ts'], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  });
  expect(stderr).toContain('QUAD_CAMPUS: The campus folder /nowhere/campus is not there.');
  expect(inUnit('quad.service', 'RestartPreventExitStatus')).toEqual([String(status)]);
});

test('the service and the image start the server as npm start does', () => {
  const text = read('scripts/server-process.mjs');
  const [, flag = 'none'] = /serverFlags = \['([^']+)'\]/.exec(text) ?? [];
  const [, file = 'none'] = /serverFile = '([^']+)'/.exec(text) ?? [];
  const [start = ''] = inUnit('quad.service', 'ExecStart');
  expect(start.endsWith(`/bin/node ${flag} ${file}`)).toBe(true);
  expect(instructions('CMD').map((words) => JSON.parse(words))).toEqual([['node', flag, file]]);
});

test('the image copies what is there, and its context holds that and nothing else', () => {
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

test('what the image leaves out of the packages is loaded by no program that runs in it', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const [removal = ''] = instructions('RUN').filter((words) => words.startsWith('npm uninstall '));
  const leftOut = removal.split(/\s+/).filter((word) => word in { ...dependencies, ...optionalDependencies });
  expect(leftOut).toContain('vite');
  const entries = ['server', 'backup', 'restore', 'seed'].map((name) => `src/entry/${name}.ts`);
  const migrations = globSync('migrations/*.ts', { cwd: root });
  const loaded = packagesOf([...entries, ...migrations]);
  expect(loaded).toContain('fastify');
  expect(leftOut.filter((name) => loaded.has(name))).toEqual([]);
});

/** The packages that programs load, in the files of src/ that they lead to. */
function packagesOf(programs: readonly string[]): Set<string> {
  const packages = new Set<string>();
  const seen = new Set(programs);
  for (const file of seen) {
    for (const { specifier, target, isType } of readSources(root, [file]).flatMap(({ imports }) => imports)) {
      if (isType || specifier === null || specifier.startsWith('node:')) continue;
      if (target === null) packages.add(/^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
      else if (target.startsWith('src/')) seen.add(target);
    }
  }
  return packages;
}

test('the backup runs within the bounds of the service', () => {
  const bounds = (unit: string) =>
    read(`deploy/${unit}`).match(
      /^(Protect|Private|Restrict|SystemCall|NoNew|Cap|Amb|Lock|UMask|User|Group).*$/gm,
    );
  expect(bounds('quad-backup.service')?.toSorted()).toEqual(bounds('quad.service')?.toSorted());
  expect(bounds('quad.service')?.length).toBeGreaterThan(20);
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
    // Of what it does not understand it only writes, and of other units of this machine, too.
    expect(stderr.split('\n').filter((line) => line.includes('quad'))).toEqual([]);
  },
);

test('the database of compose.yaml is made by a script that a shell can read', () => {
  expect(read('deploy/compose.yaml')).toContain('./database.sh:/docker-entrypoint-initdb.d/');
  expect(() => execFileSync('sh', ['-n', path.join(root, 'deploy/database.sh')])).not.toThrow();
});
