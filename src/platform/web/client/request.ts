import { type Call, type CallReply, type CallRequest, pathOf } from '../../contract/call.ts';

/** A part of a request: required if the shape has a required field, absent if the call has no such part. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

type FilesOf<C extends Call> = C['body'] extends { kind: 'upload'; files: infer Names }
  ? { files: { [N in keyof Names]?: readonly File[] } }
  : { files?: undefined };

/** The parts of a call that are in its address. */
export type Addressed<C extends Call> = Part<'params', CallRequest<C>['params']> &
  Part<'query', CallRequest<C>['query']>;

/** Everything that a call is sent with. */
export type Sent<C extends Call> = Addressed<C> & Part<'body', CallRequest<C>['body']> & FilesOf<C>;

/** Sends a request and returns its response, as `fetch` does. */
export type Sender = (address: string, request: SentRequest) => Promise<Response>;

export interface SentRequest {
  method: string;
  headers: Headers;
  body: BodyInit | null;
  signal: AbortSignal;
}

/** How it is sent. */
export interface Manner {
  /** In place of `fetch`: an upload that reports its progress, and may take as long as it makes progress. */
  sendWith?: Sender | undefined;
  signal?: AbortSignal | undefined;
  /** The same for every try of one submit, so that the server does it once. */
  idempotencyKey?: string | undefined;
  /** The `id` of the person it is for, `null` to name no one; by default, the person of this page. */
  person?: string | null | undefined;
}

export type Sending<C extends Call> = Sent<C> & Manner;

/** What a successful call returns to the screen. */
export type Answer<C extends Call> = C['reply'] extends { kind: 'text' }
  ? string
  : C['reply'] extends { kind: 'download' }
    ? Download
    : CallReply<C>;

/** A downloaded file; its name is the server's, or `download.csv` when it gave none. */
export interface Download {
  blob: Blob;
  name: string;
}

/** The address of a call, for links, images, and downloads, without empty, `null` and absent query fields. */
export function addressOf<C extends Call>(call: C, request: Addressed<C>): string {
  const { params, query } = request as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item));
    }
  }
  const path = pathOf(call, params);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The encoded body with its content type; `undefined` where the browser sets one itself (multipart). */
export function bodyOf(
  call: Call,
  body: unknown,
  files: Readonly<Record<string, readonly File[]>> = {},
): { body: BodyInit; contentType?: string } | null {
  switch (call.body?.kind) {
    case undefined:
      return null;
    case 'json':
      return { body: JSON.stringify(body ?? {}), contentType: 'application/json' };
    case 'form':
      return { body: new URLSearchParams(textsOf(body)) };
    case 'upload': {
      // Text first: the server decides about the fields before it accepts a large file.
      const form = new FormData();
      for (const [name, value] of textsOf(body)) form.append(name, value);
      for (const [name, chosen] of Object.entries(files)) {
        for (const file of chosen) form.append(name, file, file.name);
      }
      return { body: form };
    }
  }
}

function textsOf(body: unknown): [string, string][] {
  return Object.entries(body ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
}
