import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { createWifiKey, listWifiKeys } from '../contract.ts';
import { wifiKeys } from '../tool.ts';

/** Those who have no key from the seed. */
const people = ['it', 'student', 'volunteer', 'ra', 'approver'];

export const examples: ToolExamples = {
  bodies: { createWifiKey: {} },
  // With those of the seed, this is more than one page.
  async fill({ send }) {
    for (const person of people) await send(person, createWifiKey, { body: {} });
  },
  lists: { listWifiKeys: { choices: ['state'] } },
  async known({ send }) {
    const { data } = await send('it', listWifiKeys, { query: { page: 1 } });
    return { id: data.map(({ id }) => id) };
  },
  states: [
    { name: 'key shown', path: wifiKeys.screens.own.path, person: 'student', steps: [{ press: 'Show' }] },
    {
      name: 'replace',
      path: wifiKeys.screens.own.path,
      person: 'student',
      steps: [{ press: 'Replace my key' }],
    },
    { name: 'no such person', path: `${wifiKeys.screens.manage.path}?search=zzzz`, person: 'it' },
  ],
};
