/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { z } from 'zod';
import {
  defineCall,
  downloadReply,
  emptyReply,
  formBody,
  jsonBody,
  jsonReply,
  textReply,
  uploadBody,
} from '../../../contract/call.ts';

const id = z.object({ id: z.string() });
const base = { summary: '', access: 'public', path: '/api/things/:id', params: id } as const;
export const read = defineCall({
  ...base,
  name: 'read',
  method: 'GET',
  query: z.object({ search: z.string().optional(), tags: z.array(z.string()).optional() }),
  reply: jsonReply(z.object({ data: z.string() })),
});
export const change = defineCall({
  ...base,
  name: 'change',
  method: 'PUT',
  body: jsonBody(z.object({ title: z.string() })),
  reply: jsonReply(z.object({ data: z.string() })),
});
export const ask = defineCall({
  ...base,
  name: 'ask',
  method: 'POST',
  changesNothing: true,
  body: jsonBody(z.object({ title: z.string() })),
  reply: jsonReply(z.object({ data: z.string() })),
});
export const remove = defineCall({ ...base, name: 'remove', method: 'DELETE', reply: emptyReply });
export const say = defineCall({ ...base, name: 'say', method: 'GET', reply: textReply() });
export const fetchFile = defineCall({
  ...base,
  name: 'fetchFile',
  method: 'GET',
  reply: downloadReply('text/csv'),
});
export const sendForm = defineCall({
  ...base,
  name: 'sendForm',
  method: 'POST',
  body: formBody(z.object({ email: z.string(), note: z.string().optional() })),
  reply: emptyReply,
});
export const upload = defineCall({
  ...base,
  name: 'upload',
  method: 'POST',
  body: uploadBody(z.object({ kind: z.string() }), {
    file: { handling: 'parsed', maxBytes: 9, maxFiles: 1, required: true },
  }),
  reply: emptyReply,
});
export const params = { id: 'a b/c' };

type Respond = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;

/** A server for the tests of a file, to which `fetch` sends everything. */
export function serveThings() {
  let respond: Respond = () => undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    respond(Object.assign(request, { text: Buffer.concat(chunks).toString() }), response);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // In a page, addresses are relative to it; Node has no page.
    const plainFetch = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => plainFetch(origin + path, init));
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
  return {
    responds(given: Respond) {
      respond = given;
    },
    answers(status: number, type: string | null, text: string, headers: Record<string, string> = {}) {
      respond = (_request, response) =>
        response.writeHead(status, { ...(type ? { 'content-type': type } : {}), ...headers }).end(text);
    },
    /** Responds with what arrived. */
    echoes() {
      respond = (request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            url: request.url,
            method: request.method,
            headers: request.headers,
            text: request.text,
          }),
        );
    },
  };
}

export type Echo = { url: string; method: string; headers: Record<string, string>; text: string };
