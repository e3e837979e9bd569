import { sql } from 'kysely';
import { filtersOf, type ToolExamples } from '../../../platform/server/tool/examples.ts';
import { createLink, listLinks } from '../contract.ts';
import { shortLinks } from '../tool.ts';

const listPath = shortLinks.screens.list.path;
const longUrl = 'https://sawtooth.example/';

export const examples: ToolExamples = {
  found: {
    'short-links.links': ({ link }) => ({ query: { page: '1', pageSize: '100', ...filtersOf(link) } }),
  },
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
  belongings: {
    'short-links.links': {
      async make({ send }, { key }) {
        const { data } = await send(key, createLink, {
          body: { shortUrl: `of-${key}-${Date.now()}`, longUrl },
        });
        return data._id;
      },
      async has({ send }, { key, name, email }, id) {
        const { data } = await send(key, listLinks, { query: { page: 1, pageSize: 100, state: 'active' } });
        const link = data.find(({ _id }) => _id === id);
        return link !== undefined && (link.keptBy === null ? link.createdBy === email : link.keptBy === name);
      },
    },
  },
  states: [
    { name: 'add', path: listPath, person: 'it', steps: [{ press: 'Add URL' }] },
    { name: 'details', path: listPath, person: 'it', steps: [{ press: /^\/r\// }] },
    { name: 'import', path: listPath, person: 'it', steps: [{ press: 'Import' }] },
    { name: 'nothing found', path: `${listPath}?page=1&pageSize=20&search=zzzz`, person: 'it' },
    {
      name: 'wrong entry',
      path: listPath,
      person: 'it',
      steps: [{ press: 'Add URL' }, { fill: 'Short URL', with: 'a b' }, { press: /^Add URL$/ }],
    },
    { name: 'unknown link', path: '/r/nothing-here', person: null },
  ],
  async known({ send }) {
    const { data } = await send('it', listLinks, { query: { page: 1, pageSize: 30 } });
    return { id: data.map(({ _id }) => _id), shortUrl: data.map(({ shortUrl }) => shortUrl) };
  },
};
