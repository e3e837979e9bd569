import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Body, Call } from '../../contract/call.ts';
import { isStorable } from '../../contract/fields.ts';
import { type Actor, permissionsOf } from '../actor/actor.ts';
import { forbidden, invalid, notFound, Refusal } from '../refusal/refusal.ts';
import type { Route } from './context.ts';
import { readForm } from './form-body.ts';
import { type ReadUpload, readUpload, type UploadLimits, type UploadServices } from './upload.ts';

export interface CheckedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  files: ReadUpload['files'];
  inTurn: ReadUpload['inTurn'];
  within: ReadUpload['within'];
  /** Removes uploaded files that no change has claimed. Call it at the end, with the error if there was one. */
  discard: ReadUpload['discard'];
}

/** Reads and checks everything that a call declares; anything else is ignored. */
export async function readInput(
  { call, ...limits }: Pick<Route, 'call' | 'maxBytes' | 'examine'>,
  request: FastifyRequest,
  services: UploadServices,
  actor: Actor,
): Promise<CheckedInput> {
  const params = check(call.params, request.params, () => notFound());
  const query = check(call.query, request.query, queryRefusal);
  const demandTexts = (body: unknown) => assertIdentity(call, { body, query }, actor);
  const { fields, ...uploaded } = await readBody(call.body, request, services, {
    ...limits,
    demandTexts,
    actor,
  });
  try {
    const body = call.body === undefined ? undefined : check(call.body.shape, fields, invalid);
    return { params, query, body, ...uploaded };
  } catch (error) {
    await uploaded.discard(error);
    throw error;
  }
}

const nothing = ({ server: { tables } }: FastifyRequest): Omit<ReadUpload, 'fields'> => ({
  files: {},
  inTurn: (work) => work(),
  within: tables.inTurn,
  discard: async () => undefined,
});

async function readBody(
  body: Body | undefined,
  request: FastifyRequest,
  services: UploadServices,
  limits: UploadLimits,
): Promise<Omit<ReadUpload, 'fields'> & { fields: unknown }> {
  if (body === undefined) return { fields: undefined, ...nothing(request) };
  if (!contentTypes[body.kind].test(request.headers['content-type'] ?? '')) {
    throw new Refusal('unsupported-type', `This call only accepts ${contentNames[body.kind]}.`);
  }
  if (body.kind === 'upload') return readUpload(body, request, services, limits);
  const fields = body.kind === 'json' ? request.server.readJson(request) : readForm(request);
  return { fields, ...nothing(request) };
}

const contentTypes: Record<Body['kind'], RegExp> = {
  json: /^application\/json\s*(;|$)/i,
  form: /^application\/x-www-form-urlencoded\s*(;|$)/i,
  upload: /^multipart\/form-data\s*(;|$)/i,
};

const contentNames: Record<Body['kind'], string> = {
  json: 'JSON (application/json)',
  form: 'form fields (application/x-www-form-urlencoded)',
  upload: 'form data with files (multipart/form-data)',
};

function check(
  shape: z.ZodType | undefined,
  value: unknown,
  refuse: (fields: Record<string, string>) => Refusal,
): unknown {
  if (shape === undefined) return undefined;
  const parsed = shape.safeParse(value ?? {});
  if (!parsed.success) throw refuse(messagesOf(parsed.error));
  const unstorable = findUnstorable(parsed.data, '');
  if (unstorable !== null)
    throw refuse({ [unstorable]: "This text contains a character that can't be stored." });
  return parsed.data;
}

/** More wrong fields than any form has. Of thousands of mistakes, the first ones are enough. */
const mostFields = 100;

/** The first message of each field; a message about the whole is under `form`. */
function messagesOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, mostFields))
    fields[issue.path.join('.') || 'form'] ??= issue.message;
  return fields;
}

/** Where an address is wrong, no field is marked: the sentence itself says what is. */
function queryRefusal(fields: Record<string, string>): Refusal {
  const parts = Object.entries(fields).map(([name, message]) => `Check "${name}" in the address. ${message}`);
  return invalid(fields, parts.join(' '));
}

/** The path of a string that PostgreSQL could not store. Its depth is bounded, see `json-body.ts`. */
function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path || 'form';
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnstorable(inner, path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** Identity comes from the session: a field that names another person is refused, not silently replaced. */
export function assertIdentity(call: Call, input: Pick<CheckedInput, 'body' | 'query'>, actor: Actor): void {
  if (call.actsForOthers !== undefined && permissionsOf(actor)?.has(call.actsForOthers) === true) return;
  for (const field of call.identity ?? []) {
    const named = fieldOf(input.body, field) ?? fieldOf(input.query, field);
    if (named === undefined || named === null || named === '') continue;
    const own = actor.kind === 'person' ? [actor.email.toLowerCase(), actor.id] : [];
    if (!own.includes(String(named).trim().toLowerCase())) {
      throw forbidden(`"${field}" names another person. You can only act for yourself here.`);
    }
  }
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? (value as Record<string, unknown>)[field]
    : undefined;
}
