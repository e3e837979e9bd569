import { type ListSubject, literal } from './list-subject.ts';
import type { WriteSubject } from './write-subject.ts';

const searches = (texts: readonly string[]) => texts.map((search) => ({ search }));

/** Every made-up link has one of these in both of its addresses, each equally often. */
const topics = ['library', 'dining', 'parking', 'career', 'housing', 'athletics', 'music', 'chemistry'];

export const shortLinksList: ListSubject = {
  tool: 'short-links',
  title: 'short links',
  person: 'it',
  path: '/api/redirects',
  statements: /\bshort_link/,
  table: 'short_links',
  mostSlowDown: 2,
  newest: 'select id from short_links order by created_at desc, id desc limit 25',
  plain: {
    from: '(select lower(short_url) || chr(10) || lower(long_url) as text from short_links offset 0) as links',
    condition: ({ search = '' }) => `strpos(text, ${literal(search.trim().toLowerCase())}) > 0`,
  },
  everyday: [
    { what: 'all of them', queries: [{}] },
    {
      what: 'a search that finds one',
      queries: searches(Array.from({ length: 40 }, (_, index) => `/${4_000 + 97 * index}?`)),
    },
    { what: 'a search that finds 5 %', queries: searches(topics) },
  ],
  texts: {
    long: searches([
      'library',
      'library-map',
      'sawtooth',
      'flyer',
      'https://',
      '77777',
      '123',
      'zzz',
      'zzzzzzzz',
      'map/99',
      'nursing-handbook-500',
      '?from=',
      'a%b',
      'edu/',
    ]),
    short: searches(['a', 'q', 'z', 'ab', 'zz', '7', '99', '/', '-', '%', '_', '\\', '.e', ' ']),
  },
};

export const shortLinkForm: WriteSubject = {
  title: 'a new short link',
  person: 'it',
  path: '/api/redirects',
  table: 'short_links',
  body: (number) => ({
    shortUrl: `measured-${number}`,
    longUrl: `https://measured.sawtooth.example/page/${number}`,
    expirationDate: null,
  }),
  insert: `insert into short_links (id, short_url, long_url, created_by, changed_by)
    values ('{id}', 'raw-{run}-{number}', 'https://raw.sawtooth.example/page/{number}', 'bench', 'bench')`,
};
