import { z } from 'zod';
import { defineCall, jsonReply } from './call.ts';

/**
 * For signed-in people only: nothing in it is secret, but a stranger needs no list of what to try. Programs
 * that generate a client use `docs/openapi.json` from the repository, which is the same.
 */
export const readApiDescription = defineCall({
  name: 'readApiDescription',
  summary: 'All calls as an OpenAPI 3.1 document',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'signed-in',
  reply: jsonReply(z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })),
});
