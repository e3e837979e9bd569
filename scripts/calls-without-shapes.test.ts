import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, jsonBody, jsonReply, uploadBody } from '../src/platform/contract/call.ts';
import { pagedList } from '../src/platform/contract/paging.ts';
import { withoutShapes } from './calls-without-shapes.ts';

const name = z.object({ name: z.string() });
const add = defineCall({
  name: 'add',
  summary: 'Add',
  method: 'POST',
  path: '/api/things/:id',
  access: 'public',
  params: z.object({ id: z.string() }),
  body: jsonBody(name),
  reply: jsonReply(name, 201),
  refusals: { full: { kind: 'conflict', detail: 'Full.' } },
  idempotent: true,
});

async function load(contract: Record<string, unknown>): Promise<Record<string, unknown>> {
  return import(`data:text/javascript,${encodeURIComponent(withoutShapes(contract))}`);
}

test('a call keeps everything it is sent with, and loses its shapes', async () => {
  expect((await load({ add })).add).toEqual({
    name: 'add',
    summary: 'Add',
    method: 'POST',
    path: '/api/things/:id',
    access: 'public',
    body: { kind: 'json', maxBytes: 256 * 1024 },
    reply: { kind: 'json', status: 201 },
    refusals: { full: { kind: 'conflict', detail: 'Full.' } },
    idempotent: true,
  });
});

test('the files of an upload stay declared', async () => {
  const files = { file: { handling: 'parsed', maxBytes: 5, maxFiles: 1, required: true } } as const;
  const upload = { ...add, body: uploadBody(name, files) };
  expect((await load({ upload })).upload).toMatchObject({ body: { kind: 'upload', files } });
});

test('the address fields of a list stay, and a screen loses the calls that it reads ahead', async () => {
  const list = { ...add, ...pagedList(name, { search: z.string() }) };
  const tool = { screens: { all: { path: '/things', reads: [list] } } };
  const loaded = await load({ list, tool });
  expect(loaded.list).toMatchObject({ list: { filters: ['search'], pageSize: 10 }, reply: { status: 200 } });
  expect(loaded.list).not.toHaveProperty('query');
  expect(loaded.tool).toEqual({ screens: { all: { path: '/things' } } });
});

test('a tool loses the sentences of its permissions, and keeps a screen with that name', async () => {
  const screens = { permissions: { path: '/people/permissions' } };
  const tool = { permissions: { 'people.manage': 'Manage people.' }, screens };
  expect((await load({ tool })).tool).toEqual({ screens });
});

test('plain values are exported unchanged, shapes and functions not at all', async () => {
  const loaded = await load({ name, most: 20, words: ['a', '</script>'], check: () => true });
  expect({ ...loaded }).toEqual({ most: 20, words: ['a', '</script>'] });
});
