import { sql } from 'kysely';
import { readRows } from '../../../platform/server/db/database.ts';
import type { ExampleMaker, ToolExamples } from '../../../platform/server/tool/examples.ts';
import { listFiles } from '../contract.ts';
import { filesSeed } from './seed.ts';

async function idsOf({ send }: ExampleMaker): Promise<string[]> {
  const { data } = await send('it', listFiles, { query: { page: 1, pageSize: 30 } });
  return data.map(({ _id }) => _id);
}

const ofIt = { ownerType: 'IT', contentType: 'Guide', adGroups: 'Domain-Staff', ipAddresses: '' } as const;

export const examples: ToolExamples = {
  found: { 'files.files': ({ key }) => ({ params: { id: key } }) },
  bodies: {
    uploadFile: ofIt,
    changeFile: { contentType: 'Guide', adGroups: 'Domain-Staff', ipAddresses: '' },
    restoreFile: { version: 1 },
    eraseFile: { reason: 'Published by mistake' },
  },
  // The list is filled by the seed.
  lists: { listFiles: { choices: ['ownerType', 'contentType', 'state'] }, listMyFiles: { unpaged: true } },
  belongings: {
    'files.published': {
      async make(make, { id }) {
        await filesSeed.run({ platform: make.platform, count: 1, random: () => 0.5 });
        const [file = ''] = await idsOf(make);
        await sql`update files set created_by_id = ${id}, ended = null, ended_at = null, ended_by = null
          where id = ${file}`.execute(make.platform.unaudited('demo data'));
        return file;
      },
      // The person a file belongs to gets the email before it is retired.
      async has({ platform }, { id }, file) {
        const rows = await readRows(
          platform.reader,
          sql`select from files where id = ${file} and ended is null and coalesce(kept_by_id, created_by_id) = ${id}`,
        );
        return rows.length === 1;
      },
    },
  },
  subjects: {
    async readFileDetails(make) {
      await filesSeed.run({ platform: make.platform, count: 1, random: () => 0.5 });
      return { id: (await idsOf(make))[0] ?? '' };
    },
  },
  known: async (make) => ({ id: (await idsOf(make)).slice(0, 5), adGroups: ['', 'Domain-Staff,Domain-IT'] }),
};
