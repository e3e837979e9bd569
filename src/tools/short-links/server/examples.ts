import { sql } from 'kysely';
import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { createLink, listLinks } from '../contract.ts';

const longUrl = 'https://sawtooth.example/';

export const examples: ToolExamples = {
  bodies: { createLink: { shortUrl: 'matrix', longUrl }, changeLink: { longUrl } },
  lists: { listLinks: { pageSize: 20 } },
  exports: {
    exportLinks: {
      async addRow({ platform, send }, text, index) {
        const body = { shortUrl: `-${index}_`, longUrl: `${longUrl}?q=${encodeURIComponent(text)}` };
        const { data } = await send('it', createLink, { body });
        await sql`update short_links set created_by = '=' || created_by where id = ${data._id}`.execute(
          platform.unaudited('demo data'),
        );
      },
    },
  },
  async known({ send }) {
    const { data } = await send('it', listLinks, { query: { page: 1, pageSize: 30 } });
    return { id: data.map(({ _id }) => _id), shortUrl: data.map(({ shortUrl }) => shortUrl) };
  },
};
