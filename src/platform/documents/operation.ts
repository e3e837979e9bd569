import type { Body, Call, Fields, FileField, Reply } from '../contract/call.ts';
import { isObject, type JsonObject } from './json.ts';
import { type DocumentedRefusal, isPermission, refusalsByStatus } from './refusals.ts';
import { type Field, fieldsOf } from './schema.ts';
import type { Shapes } from './shapes.ts';

/** The header that makes a write that is sent twice happen once. */
export const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same content repeats the first answer. Kept 30 days.',
  schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
};

/** The header by which the server refuses a screen that was opened before someone else signed in. */
export const person: JsonObject = {
  name: 'Quad-Person',
  in: 'header',
  required: false,
  description: 'The `id` of the account that the request is meant for; 409 when someone else is signed in.',
  schema: { type: 'string' },
};

/** One call as an OpenAPI operation. */
export function describeOperation(call: Call, tag: string, shapes: Shapes): JsonObject {
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [tag],
    ...(call.access === 'public' ? { security: [] } : {}),
    ...(call.tokens === undefined ? {} : { security: [{ session: [] }, { token: [call.tokens] }] }),
    ...(isPermission(call.access) ? { 'x-permission': call.access } : {}),
    parameters: parametersOf(call, shapes),
    ...(call.body === undefined ? {} : { requestBody: describeBody(call, call.body, shapes) }),
    responses: { ...describeReply(call, call.reply, shapes), ...describeRefusals(call) },
  };
}

function parametersOf(call: Call, shapes: Shapes): JsonObject[] {
  const inPath = new Set(Array.from(call.path.matchAll(/:([A-Za-z]+)/g), ([, name]) => name));
  const declared = call.params === undefined ? [] : fieldsIn(call.params, shapes);
  const missing = [...inPath].filter((name) => !declared.some((field) => field.name === name));
  if (missing.length > 0)
    throw new Error(`${call.name} does not declare its path parameter ${missing.join(', ')}.`);
  return [
    ...declared.map((field) => describeParameter('path', { ...field, required: true })),
    ...(call.query === undefined ? [] : fieldsIn(call.query, shapes)).map((field) =>
      describeParameter('query', field),
    ),
    ...(call.idempotent === true ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ...(call.access === 'public' ? [] : [{ $ref: '#/components/parameters/Quad-Person' }]),
  ];
}

function fieldsIn(shape: Fields, shapes: Shapes): Field[] {
  return fieldsOf(shapes.inline(shape, 'request'));
}

function describeParameter(place: 'path' | 'query', { name, schema, required }: Field): JsonObject {
  const { description, ...rest } = schema;
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: rest };
}

function describeBody(call: Call, body: Body, shapes: Shapes): JsonObject {
  const name = `${capital(call.name)}Body`;
  switch (body.kind) {
    case 'json':
      return content('application/json', shapes.add(name, body.shape, 'request'));
    case 'form':
      return content('application/x-www-form-urlencoded', shapes.add(name, body.shape, 'request'));
    case 'upload':
      return content('multipart/form-data', describeUpload(shapes.inline(body.shape, 'request'), body.files));
  }
}

function content(type: string, schema: JsonObject): JsonObject {
  return { required: true, content: { [type]: { schema } } };
}

function describeUpload(schema: JsonObject, files: Readonly<Record<string, FileField>>): JsonObject {
  const one = { type: 'string', contentMediaType: 'application/octet-stream' };
  const parts = Object.entries(files).map(([name, { maxBytes, maxFiles }]): [string, JsonObject] => {
    const description = `A file of at most ${maxBytes} bytes.`;
    return [
      name,
      maxFiles === 1
        ? { ...one, description }
        : { type: 'array', items: one, maxItems: maxFiles, description },
    ];
  });
  const required = Object.entries(files).flatMap(([name, field]) => (field.required ? [name] : []));
  return {
    ...schema,
    properties: { ...(isObject(schema.properties) ? schema.properties : {}), ...Object.fromEntries(parts) },
    required: [...fieldsOf(schema).flatMap((field) => (field.required ? [field.name] : [])), ...required],
  };
}

function describeReply(call: Call, reply: Reply, shapes: Shapes): JsonObject {
  switch (reply.kind) {
    case 'json': {
      const schema = shapes.add(`${capital(call.name)}Answer`, reply.shape, 'reply');
      const description = reply.status === 201 ? 'Created' : 'Done';
      return { [reply.status]: { description, content: { 'application/json': { schema } } } };
    }
    case 'empty':
      return { 204: { description: 'Done; the answer is empty' } };
    case 'text':
      return {
        200: { description: 'Text', content: { [reply.contentType]: { schema: { type: 'string' } } } },
      };
    case 'download':
      return {
        200: {
          description: 'A file',
          headers: {
            'Content-Disposition': { description: 'Name of the file (RFC 6266)', schema: { type: 'string' } },
          },
          content: { [reply.contentType]: {} },
        },
      };
    case 'file': {
      const any = { 'application/octet-stream': {} };
      return {
        200: { description: 'The file', headers: fileHeaders, content: any },
        206: { description: 'The range of it that `Range` asks for', headers: fileHeaders, content: any },
        304: { description: 'The browser has this content: `If-None-Match` names it' },
        416: { description: 'The file has no such range' },
      };
    }
    case 'page':
      return { 200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } } };
    case 'redirect':
      return {
        [reply.status]: {
          description: 'The address to go to',
          headers: { Location: { required: true, schema: { type: 'string', format: 'uri-reference' } } },
        },
      };
  }
}

const fileHeaders: JsonObject = {
  'Content-Disposition': { description: 'Name of the file (RFC 6266)', schema: { type: 'string' } },
  ETag: { description: 'Names this content', schema: { type: 'string' } },
};

/** What a browser may navigate to; there, a refusal is a page with the same sentence. */
const navigable: ReadonlySet<Reply['kind']> = new Set(['page', 'redirect', 'download', 'file']);

function describeRefusals(call: Call): JsonObject {
  const page = navigable.has(call.reply.kind) ? { 'text/html': { schema: { type: 'string' } } } : {};
  const described = [...refusalsByStatus(call)].map(([status, refusals]): [string, JsonObject] => {
    const sentences = refusals.map(({ reason, detail }) =>
      reason === undefined ? detail : `\`${reason}\`: ${detail}`,
    );
    const content = { 'application/problem+json': { schema: problemWith(refusals) }, ...page };
    return [String(status), { description: sentences.join(' '), content }];
  });
  return Object.fromEntries(described);
}

function problemWith(refusals: readonly DocumentedRefusal[]): JsonObject {
  const reasons = refusals.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  const problem = { $ref: '#/components/schemas/Problem' };
  if (reasons.length === 0) return problem;
  return { allOf: [problem, { properties: { reason: { type: 'string', enum: reasons } } }] };
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
