import type { Account } from '../../../contract/account.ts';
import { type AccountAnswer, createSession } from '../session.ts';

export const avery: Account = {
  id: 'person-1',
  name: 'Avery Quill',
  email: 'avery@sawtooth.example',
  groups: ['Domain-IT'],
  givenName: 'Avery',
  familyName: 'Quill',
  permissions: ['short-links.manage'],
  provider: 'demo',
  photo: false,
};
export const rowan: Account = {
  ...avery,
  id: 'person-2',
  name: 'Rowan Pike',
  email: 'rowan@sawtooth.example',
};

/** A page that was served for someone, with what its session reads and changes around it. */
export function page(served: Account | null) {
  const server = { answer: { account: served } as AccountAnswer, asked: 0 };
  const world = { unsaved: false, startedOver: false, confirmed: 0, time: 0 };
  const session = createSession(served, {
    async ask() {
      server.asked += 1;
      return server.answer;
    },
    hasUnsavedWork: () => world.unsaved,
    startOver: () => {
      world.startedOver = true;
    },
    confirmed: () => {
      world.confirmed += 1;
    },
    now: () => world.time,
  });
  return { session, server, world };
}
