import { z } from 'zod';
import { defineCall, jsonReply } from './call.ts';

/**
 * For signed-in people only: nothing in it is secret, but a stranger has no use for a list of what there is to try.
 * Programs that generate a client take `docs/openapi.json` from the repository, which is the same.
 */
export const readApiDescription = defineCall({
  name: 'readApiDescription',
  summary: 'All calls as an OpenAPI 3.1 document',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'signed-in',
  reply: jsonReply(z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })),
});
