import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Call,
  defineCall,
  downloadReply,
  emptyReply,
  fileReply,
  formBody,
  jsonBody,
  jsonReply,
  pageReply,
  redirectReply,
  textReply,
  uploadBody,
} from '../contract/call.ts';
import { email, id } from '../contract/fields.ts';
import { groupCalls } from './call-groups.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { describeApi } from './openapi.ts';
import { refusalsByStatus } from './refusals.ts';

const thing = z
  .object({ id, name: z.string().max(40), count: z.int().default(1), parent: id.nullable() })
  .meta({ id: 'Thing' });
const params = z.object({ id });

/** One call of every kind of body and reply. */
const calls = {
  list: defineCall({
    name: 'listThings',
    summary: 'All things',
    method: 'GET',
    path: '/api/things',
    access: 'signed-in',
    query: z.object({
      search: z.string().max(20).optional(),
      days: z.coerce.number().int().min(1).default(30),
    }),
    reply: jsonReply(z.object({ data: z.array(thing) })),
  }),
  change: defineCall({
    name: 'changeThing',
    summary: 'Change a thing',
    method: 'PUT',
    path: '/api/things/:id',
    access: 'things.manage',
    params,
    body: jsonBody(z.object({ thing, owner: email })),
    identity: ['owner'],
    reply: jsonReply(z.object({ data: thing })),
    refusals: {
      stale: { kind: 'conflict', detail: 'Someone else was faster.' },
      odd: { kind: 'invalid', detail: 'That is odd.' },
    },
    idempotent: true,
  }),
  remove: defineCall({
    name: 'removeThing',
    summary: 'Remove a thing',
    method: 'DELETE',
    path: '/api/things/:id',
    access: 'things.manage',
    params,
    reply: emptyReply,
  }),
  upload: defineCall({
    name: 'uploadThings',
    summary: 'Add things from files',
    method: 'POST',
    path: '/api/things/import',
    access: 'things.manage',
    body: uploadBody(z.object({ note: z.string() }), {
      table: { handling: 'parsed', maxBytes: 1024, maxFiles: 1, required: true },
      pictures: { handling: 'parsed', maxBytes: 2048, maxFiles: 3, required: false },
    }),
    reply: textReply(),
  }),
  form: defineCall({
    name: 'sendForm',
    summary: 'A form',
    method: 'POST',
    path: '/api/form',
    access: 'public',
    body: formBody(z.object({ answer: z.enum(['yes', 'no']) })),
    reply: redirectReply(303),
  }),
  file: defineCall({
    name: 'exportThings',
    summary: 'All things as a file',
    method: 'GET',
    path: '/api/things/export',
    access: 'things.manage',
    reply: downloadReply('text/csv; charset=utf-8'),
  }),
  page: defineCall({
    name: 'showPage',
    summary: 'A page',
    method: 'GET',
    path: '/api/page',
    access: 'public',
    reply: pageReply,
  }),
};

const tool = { tool: { title: 'Things', permissions: { 'things.manage': 'Change things.' } }, calls };
const about = { version: '1.2.3', cookieName: '__Host-test' };

function describeCalls(): JsonObject {
  return describeApi(groupCalls([tool]), about);
}

/** What the document has under these names. */
function at(document: Json, ...names: string[]): Json {
  return names.reduce<Json>((value, name) => {
    const inner = isObject(value) ? value[name] : undefined;
    if (inner === undefined) throw new Error(`There is no "${name}" in ${JSON.stringify(value)}.`);
    return inner;
  }, document);
}

function namesAt(document: Json, ...names: string[]): string[] {
  const value = at(document, ...names);
  return isObject(value) ? Object.keys(value) : [];
}

function operationsOf(document: JsonObject): { path: string; operation: JsonObject }[] {
  return namesAt(document, 'paths').flatMap((path) =>
    namesAt(document, 'paths', path).map((method) => ({
      path,
      operation: at(document, 'paths', path, method) as JsonObject,
    })),
  );
}

function referencesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

test('every call is in the document once, under its own name', () => {
  const document = describeCalls();
  const names = operationsOf(document).map(({ operation }) => operation.operationId);
  const declared = groupCalls([tool]).flatMap((group) => group.calls.map((call) => call.name));
  expect(names.toSorted()).toEqual(declared.toSorted());
  expect(new Set(names).size).toBe(names.length);
});

test('every reference has a target', () => {
  const document = describeCalls();
  const references = referencesIn(document);
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    expect(reference).toMatch(/^#\//);
    expect(at(document, ...reference.slice(2).split('/'))).toBeTypeOf('object');
  }
});

test('every parameter in a path is declared, and no other is declared for the path', () => {
  for (const { path, operation } of operationsOf(describeCalls())) {
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    const declared = (operation.parameters as JsonObject[]).filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    expect(declared.every(({ required }) => required === true)).toBe(true);
  }
});

test('every operation says how it succeeds and how it refuses', () => {
  for (const { operation } of operationsOf(describeCalls())) {
    const statuses = namesAt(operation, 'responses');
    expect(statuses.filter((status) => /^[23]/.test(status))).toHaveLength(1);
    expect(statuses).toContain('503');
    for (const status of statuses) expect(at(operation, 'responses', status, 'description')).not.toBe('');
  }
});

test('a refusal that a call declares is listed at its status with its reason', () => {
  const responses = at(describeCalls(), 'paths', '/api/things/{id}', 'put', 'responses');
  const conflict = at(responses, '409', 'content', 'application/problem+json', 'schema');
  expect(conflict).toEqual({
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { properties: { reason: { type: 'string', enum: ['another-person', 'key-reused', 'stale'] } } },
    ],
  });
  expect(at(responses, '400', 'description')).toContain('`odd`: That is odd.');
  expect(at(responses, '403', 'description')).toContain('names another person');
});

test('a call with a stored file says that its content may be lost', () => {
  const open = defineCall({
    name: 'openThing',
    summary: 'The file of a thing',
    method: 'GET',
    path: '/api/things/:id/file',
    access: 'signed-in',
    params,
    reply: fileReply,
  });
  expect(refusalsByStatus(open).get(410)).toEqual([
    { status: 410, detail: 'The content of the file is lost.' },
  ]);
  expect(refusalsByStatus(calls.file).has(410)).toBe(false);
});

test('a refusal is also a page where a browser may navigate', () => {
  const refusalsOf = (path: string) =>
    namesAt(describeCalls(), 'paths', path, 'get', 'responses', '503', 'content');
  expect(refusalsOf('/api/page')).toEqual(['application/problem+json', 'text/html']);
  expect(refusalsOf('/api/things/export')).toEqual(['application/problem+json', 'text/html']);
  expect(refusalsOf('/api/things')).toEqual(['application/problem+json']);
});

test('public calls need no session, all others do, and a permission is named', () => {
  const paths = at(describeCalls(), 'paths');
  expect(at(paths, '/api/page', 'get', 'security')).toEqual([]);
  expect(at(paths, '/api/page', 'get', 'responses')).not.toHaveProperty('401');
  expect(at(paths, '/api/things', 'get')).not.toHaveProperty('security');
  expect(at(paths, '/api/things', 'get', 'responses')).toHaveProperty('401');
  expect(at(paths, '/api/things', 'get', 'responses')).not.toHaveProperty('403');
  expect(at(paths, '/api/things/{id}', 'delete', 'x-permission')).toBe('things.manage');
});

test('bodies and responses are described by their kind', () => {
  const paths = at(describeCalls(), 'paths');
  const form = at(paths, '/api/form', 'post');
  expect(at(form, 'requestBody', 'content')).toHaveProperty(['application/x-www-form-urlencoded']);
  expect(at(form, 'responses', '303', 'headers')).toHaveProperty('Location');
  const upload = at(
    paths,
    '/api/things/import',
    'post',
    'requestBody',
    'content',
    'multipart/form-data',
    'schema',
  );
  expect(namesAt(upload, 'properties')).toEqual(['note', 'table', 'pictures']);
  expect(at(upload, 'required')).toEqual(['note', 'table']);
  expect(at(upload, 'properties', 'pictures', 'maxItems')).toBe(3);
  const file = at(paths, '/api/things/export', 'get', 'responses', '200');
  expect(at(file, 'content')).toHaveProperty(['text/csv; charset=utf-8']);
  expect(at(paths, '/api/page', 'get', 'responses', '200', 'content')).toHaveProperty(['text/html']);
  expect(namesAt(paths, '/api/things/{id}', 'delete', 'responses')).toContain('204');
});

test('a named shape is described once; sent without its default it has a second name', () => {
  const schemas = at(describeCalls(), 'components', 'schemas');
  expect(at(schemas, 'Thing', 'required')).toContain('count');
  expect(at(schemas, 'ThingRequest', 'required')).not.toContain('count');
  expect(at(schemas, 'ListThingsAnswer', 'properties', 'data', 'items')).toEqual({
    $ref: '#/components/schemas/Thing',
  });
  expect(at(schemas, 'ChangeThingBody', 'properties', 'thing')).toEqual({
    $ref: '#/components/schemas/ThingRequest',
  });
  expect(at(schemas, 'ChangeThingBody', 'properties', 'owner')).toMatchObject({
    format: 'email',
    maxLength: 254,
  });
});

test('a client that checks responses survives a field that is added later', () => {
  expect(JSON.stringify(at(describeCalls(), 'components'))).not.toContain('"additionalProperties":false');
});

test('a call with an undeclared path parameter, and two calls with one name or address, are refused', () => {
  const careless: Call = { ...calls.remove, params: z.object({}) };
  const documentOf = (...more: Call[]) =>
    describeApi(groupCalls([{ ...tool, calls: Object.fromEntries(more.entries()) }]), about);
  expect(() => documentOf(careless)).toThrow('removeThing does not declare its path parameter id.');
  expect(() => documentOf(calls.remove, { ...calls.page, name: 'removeThing' })).toThrow(
    'declared as "removeThing"',
  );
  expect(() => documentOf(calls.page, { ...calls.page, name: 'other' })).toThrow(
    'declared as "GET /api/page"',
  );
});

test('two different shapes may not have the same name', () => {
  const other: Call = {
    ...calls.page,
    reply: jsonReply(z.object({ x: z.string() }).meta({ id: 'Problem' })),
  };
  const third: Call = {
    ...other,
    name: 'third',
    path: '/api/third',
    reply: jsonReply(z.string().meta({ id: 'Problem' })),
  };
  expect(() => describeApi(groupCalls([{ ...tool, calls: { other, third } }]), about)).toThrow(
    'Two different shapes are called "Problem".',
  );
});
