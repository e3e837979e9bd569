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

test('a settings file that no tool reads is reported', () => {
  const folder = campusFolder();
  mkdirSync(path.join(folder, 'tools'));
  for (const name of ['notes', 'noets']) writeFileSync(path.join(folder, `tools/${name}.yaml`), '{}');
  const reported = read(folder).warnings.filter(({ what }) => what.startsWith('No tool reads'));
  expect(reported.map(({ where }) => path.basename(where))).toEqual(['noets.yaml']);
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

test('a portal for everyone reports at once that it lacks a secret and a way to sign in', () => {
  const mistakes = mistakesAt(campusFolder(), { HOST: '0.0.0.0' });
  expect(mistakes).toEqual([
    expect.stringMatching(/^QUAD_SECRET: /),
    expect.stringContaining('No one could sign in: no provider is configured'),
  ]);
});
