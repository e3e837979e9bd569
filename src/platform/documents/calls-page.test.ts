import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Call,
  defineCall,
  formBody,
  jsonBody,
  jsonReply,
  redirectReply,
  uploadBody,
} from '../contract/call.ts';
import { calendarDate, email, id } from '../contract/fields.ts';
import { groupCalls } from './call-groups.ts';
import { writeCallsPage } from './calls-page.ts';

/** The page without the padding of its tables. */
function pageOf(...calls: Call[]): string {
  const tool = {
    title: 'Things',
    permissions: { 'things.see': 'See things.', 'things.manage': 'Change things.' },
    includes: { 'things.manage': ['things.see'] },
  } as const;
  const page = writeCallsPage(groupCalls([{ tool, calls: Object.fromEntries(calls.entries()) }]));
  return page.replace(/ +\|/g, ' |');
}

const change = defineCall({
  name: 'changeThing',
  summary: 'Change a thing',
  method: 'PUT',
  path: '/api/things/:id',
  access: 'things.manage',
  params: z.object({ id }),
  body: jsonBody(
    z.object({
      name: z.string().min(1).max(1200).regex(/^a|b$/),
      owner: email,
      day: calendarDate.nullable().optional(),
      note: z.string().max(40).nullable().optional(),
      size: z.enum(['small', 'large']).default('small'),
      rooms: z.array(z.object({ floor: z.int().positive() })).max(5),
      rate: z.number().positive().meta({ description: 'in percent' }),
    }),
    { maxBytes: 1500 },
  ),
  identity: ['owner'],
  reply: jsonReply(z.object({ data: z.object({ done: z.boolean() }).nullable() })),
  refusals: { stale: { kind: 'conflict', detail: 'Someone else was faster.' } },
  idempotent: true,
});

test('a tool is described by its permissions and a table of its calls', () => {
  const page = pageOf(change);
  expect(page).toContain(
    '## Things\n\n- `things.see`: See things.\n- `things.manage`: Change things. Includes `things.see`.\n',
  );
  expect(page).toContain('| PUT | [`/api/things/:id`](#changething) | `things.manage` | Change a thing |');
});

test('the calls of the portal itself come first', () => {
  const page = pageOf(change);
  expect(page.indexOf('### readAccount')).toBeGreaterThan(0);
  expect(page.indexOf('### readAccount')).toBeLessThan(page.indexOf('## Things'));
});

test('every field says whether it is required, what it holds, and its limits', () => {
  const page = pageOf(change);
  expect(page).toContain(
    '### changeThing\n\n`PUT /api/things/:id`, access `things.manage`, accepts `Idempotency-Key`.',
  );
  expect(page).toContain('Body (JSON, at most 1,500 bytes):');
  for (const row of [
    '| `id` | yes | UUID |',
    '| `name` | yes | text, 1 to 1,200 characters; matching `^a\\|b$` |',
    '| `owner` | yes | email address, at most 254 characters |',
    '| `day` | no | day (`YYYY-MM-DD`) or `null` |',
    '| `note` | no | text, at most 40 characters, or `null` |',
    '| `size` | no | one of `small`, `large`; default `"small"` |',
    '| `rooms` | yes | list, at most 5 entries |',
    '| `rooms[].floor` | yes | whole number, at least 1 |',
    '| `rate` | yes | number, above 0; in percent |',
    '| `data.done` | yes | `true` or `false` |',
  ]) {
    expect(page).toContain(row);
  }
});

test('a refusal of the call is listed with its status, reason, and sentence', () => {
  expect(pageOf(change)).toContain('| 409 | `stale` | Someone else was faster. |');
  expect(pageOf(change)).toContain('Can only name the signed-in person: `owner`.');
});

test('a file says how many may be sent and how large they may be', () => {
  const upload: Call = {
    ...change,
    body: uploadBody(z.object({}), {
      table: { handling: 'parsed', maxBytes: 5 * 1024 * 1024, maxFiles: 1, required: true },
      pictures: { handling: 'parsed', maxBytes: 2048, maxFiles: 3, required: false },
    }),
  };
  expect(pageOf(upload)).toContain('| `table` | yes | one file of at most 5 MiB |');
  expect(pageOf(upload)).toContain('| `pictures` | no | up to 3 files of at most 2 KiB |');
});

test('a named shape is described once and linked', () => {
  const thing = z.object({ name: z.string() }).meta({ id: 'Thing' });
  const call: Call = { ...change, body: formBody(z.object({ thing })), reply: redirectReply(303) };
  const page = pageOf(call);
  expect(page).toContain('| `thing` | yes | [Thing](#thing) |');
  expect(page.split('\n### Thing\n\n')).toHaveLength(2);
  expect(page.indexOf('\n## Shapes\n\n')).toBeLessThan(page.indexOf('\n### Thing\n\n'));
  expect(page).toContain('Answer 303, a redirect');
});

test('the page is the same every time, so that a check can see whether it is stale', () => {
  expect(pageOf(change)).toBe(pageOf(change));
});
