import { expect, test } from 'vitest';
import { translateGroups } from './groups.ts';

/** The groups that are left, and the warnings in the log, when a provider sends these several times. */
function translated(asserted: readonly string[], known: readonly string[]) {
  const warnings: string[] = [];
  const settings = { name: 'college', groups: new Map(known.map((name) => [name, 'Domain-IT'])) };
  const log = { info: () => {}, warn: (_details: unknown, sentence: string) => warnings.push(sentence) };
  const again = () => translateGroups(asserted, settings, log as never);
  again();
  return { groups: again(), warnings };
}

test.each([
  [
    'distinguished names',
    'CN=Domain-IT,OU=Groups,DC=sawtooth,DC=example',
    'a map there, with lines such as "CN=',
  ],
  ['paths', '/IT/Domain-IT', 'a map there, with lines such as /IT/Domain-IT: Domain-IT'],
  ['ids', '0e8b0a1c-1111-2222-3333-444455556666', 'a map there'],
  ['one text', 'Domain-IT; Domain-Staff', 'Have the provider send a list'],
  ['upper and lower case', 'domain-it', 'Write them there as the provider does'],
])(
  'groups that are all unknown because of %s are reported once, with what to change',
  (what, sent, change) => {
    const { groups, warnings } = translated([sent, 'sgrpChess'], ['Domain-IT']);
    expect(groups).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(what);
    expect(warnings[0]).toContain(change);
    expect(warnings[0]).not.toMatch(/sgrpChess|0e8b0a1c|sawtooth/);
  },
);

test.each([
  ['of someone who is in none that the portal uses', ['sgrpChess', 'Physics, Chemistry'], ['Domain-IT']],
  ['where only some are unknown', ['/IT/Domain-IT', 'Domain-IT'], ['Domain-IT']],
  ['written in the settings in the shape that the provider sends', ['/Clubs/Chess'], ['/IT/Domain-IT']],
  ['that are none', [], ['Domain-IT']],
])('groups %s are no reason to warn', (_, sent, known) => {
  expect(translated(sent, known).warnings).toEqual([]);
});
