import type { ExampleMaker, ToolExamples } from '../../../platform/server/tool/examples.ts';
import { listPeople } from '../contract.ts';

/** Everyone but IT, who makes the examples. */
async function idsOfOthers({ send }: ExampleMaker): Promise<string[]> {
  const { data } = await send('it', listPeople, { query: { page: 1, pageSize: 100 } });
  return data.filter(({ email }) => email !== 'it@sawtooth.example').map(({ id }) => id);
}

export const examples: ToolExamples = {
  bodies: { changePerson: { blocked: true }, decideLinkRequest: { decision: 'link' } },
  // The demo people fill the list by signing in.
  subjects: { readPerson: async (make) => ({ id: (await idsOfOthers(make))[0] ?? '' }) },
  endsSessions: ['changePerson', 'endPersonSession', 'endPersonSessions'],
  known: async (make) => ({ id: (await idsOfOthers(make)).slice(0, 5) }),
};
