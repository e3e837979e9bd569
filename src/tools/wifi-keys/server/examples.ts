import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { addGuest, createWifiKey, listGuests, listWifiKeys } from '../contract.ts';
import { wifiKeys } from '../tool.ts';

const { own, guests, manage } = wifiKeys.screens;

/** Those to whom the seed gives no key. */
const people = ['it', 'student', 'volunteer', 'ra', 'approver'];

export const examples: ToolExamples = {
  bodies: {
    createWifiKey: {},
    addDeviceKey: { label: 'TV' },
    addGuest: { name: 'Gale Visitor', email: 'gale@visitors.example', days: 3 },
  },
  // A guest is someone else.
  namesOthers: { addGuest: ['email'] },
  // With those of the seed, this is more than one page.
  async fill({ send }) {
    for (const person of people) await send(person, createWifiKey, { body: {} });
  },
  lists: { listWifiKeys: { choices: ['state'] } },
  belongings: {
    'wifi-keys.guests': {
      async make({ send }, { key }) {
        const email = `guest-of-${key}-${Date.now()}@visitors.example`;
        return (await send(key, addGuest, { body: { name: 'Gale Visitor', email, days: 3 } })).data.id;
      },
      async has({ send }, { key }, id) {
        const { data } = await send(key, listGuests);
        return data.some((guest) => guest.id === id && guest.state === 'active');
      },
    },
  },
  async known({ send }) {
    const { data } = await send('it', listWifiKeys, { query: { page: 1 } });
    return { id: data.map(({ id }) => id) };
  },
  states: [
    { name: 'add a guest', path: guests.path, person: 'faculty', steps: [{ press: 'Add a guest' }] },
    { name: 'add a key for a device', path: own.path, person: 'student', steps: [{ press: /^Add a key/ }] },
    { name: 'key shown', path: own.path, person: 'student', steps: [{ press: 'Show' }] },
    {
      name: 'replace',
      path: own.path,
      person: 'student',
      steps: [{ press: 'Replace my key' }],
    },
    {
      name: 'key for someone',
      path: manage.path,
      person: 'it',
      steps: [{ press: 'Create a key for someone' }],
    },
    { name: 'no such person', path: `${manage.path}?search=zzzz`, person: 'it' },
  ],
};
