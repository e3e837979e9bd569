import { byPermission } from '../../../platform/server/change/verdict.ts';
import { csvAlone } from '../../../platform/server/directory/merge.ts';
import { takeReading } from '../../../platform/server/directory/runs.ts';
import { type ExampleMaker, filtersOf, type ToolExamples } from '../../../platform/server/tool/examples.ts';
import { listPeople } from '../contract.ts';
import { people } from '../tool.ts';

/** Everyone but IT, who makes the examples. */
async function idsOfOthers({ send }: ExampleMaker): Promise<string[]> {
  const { data } = await send('it', listPeople, { query: { page: 1, pageSize: 100 } });
  return data.filter(({ email }) => email !== 'it@sawtooth.example').map(({ id }) => id);
}

/** Enough for a second page. */
const newcomers = Array.from({ length: 12 }, (_, index) => ({
  key: `N${index}`,
  accountName: '',
  email: '',
  givenName: 'Ada',
  familyName: `Newcomer ${index}`,
  title: '',
  department: 'Library',
  departmentCode: '',
  phone: '',
  fax: '',
  mailbox: '',
  kind: 'employee' as const,
  groups: [],
  confidential: false,
}));

export const examples: ToolExamples = {
  found: {
    'people.accounts': ({ link }) => ({ query: { page: '1', ...filtersOf(link) } }),
    'people.newcomers': ({ link }) => ({ query: { page: '1', ...filtersOf(link) } }),
  },
  async fill({ platform }) {
    const change = platform.change.changeAsSystem('examples');
    await change((unit) => {
      unit.demand(byPermission);
      const reading = { origin: 'upload', by: 'Examples', sourceHash: null, waits: 'never' } as const;
      return takeReading(
        unit,
        { ...reading, records: newcomers },
        { emailTrusted: [], precedence: csvAlone },
      );
    });
  },
  bodies: { changePerson: { blocked: true }, decideLinkRequest: { decision: 'link' } },
  lists: { listHolders: { among: { permission: 'files.open' }, choices: ['permission'] } },
  // The demo people fill the list by signing in.
  subjects: { readPerson: async (make) => ({ id: (await idsOfOthers(make))[0] ?? '' }) },
  states: [
    {
      name: 'one person',
      path: `${people.screens.people.path}?search=marbury`,
      person: 'it',
      steps: [{ press: /Stellan Marbury/ }],
    },
    {
      name: 'who has a permission',
      path: `${people.screens.holders.path}?permission=ra-logs.review`,
      person: 'it',
    },
    { name: 'no one found', path: `${people.screens.people.path}?search=zzzz`, person: 'it' },
  ],
  endsSessions: ['changePerson', 'endPersonSession', 'endPersonSessions'],
  known: async (make) => ({ id: (await idsOfOthers(make)).slice(0, 5) }),
};
