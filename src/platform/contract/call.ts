import type { z } from 'zod';
import type { Access, Permission } from './access.ts';
import type { ListFields } from './list-address.ts';
import type { Refusals } from './problem.ts';

/** The fields of an address or a form. */
export type Fields = z.ZodType<Record<string, unknown>>;

/** A file input of an upload. */
export interface FileField {
  /**
   * `stored` goes to the file storage as it arrives, at any size. `parsed` is held in memory for the handler and never
   * reaches a disk, the storage, a job or a backup: card numbers, grades and facts about people arrive this way.
   */
  handling: 'stored' | 'parsed';
  /** The file name endings that a form offers, such as `.csv`. The server decides what a file really is. */
  endings?: readonly `.${string}`[];
  /** The content types that are accepted, as the server finds them in the content. Without it, any. */
  types?: readonly string[];
  /** What to say about a file of the wrong type, if the tool has its own message. */
  wrongType?: string;
  /** For each file. */
  maxBytes: number;
  maxFiles: number;
  required: boolean;
}

/** How the body of a request arrives. */
export type Body =
  | { kind: 'json'; shape: z.ZodType; maxBytes: number }
  | { kind: 'form'; shape: Fields; maxBytes: number }
  | {
      kind: 'upload';
      shape: Fields;
      files: Readonly<Record<string, FileField>>;
      /** Of all files together. */
      maxBytes?: number;
    };

/** What a successful response is. */
export type Reply =
  | { kind: 'json'; shape: z.ZodType; status: 200 | 201 }
  | { kind: 'empty'; status: 204 }
  | { kind: 'text'; contentType: string }
  | { kind: 'download'; contentType: string }
  /** A stored file: with an ETag, whole or a range of it. */
  | { kind: 'file' }
  | { kind: 'page' }
  | { kind: 'redirect'; status: 302 | 303 };

export interface Call {
  /** The name of the operation in the docs and in the audit log. */
  readonly name: string;
  /** One line for the docs. */
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` for parameters, below `/api`, except for pages and redirects. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** The permission with which a service token may use this call. Without it no token may. */
  readonly tokens?: Permission;
  readonly params?: Fields;
  readonly query?: Fields;
  /** For a paged list: what the address of its screen may contain. Comes with the query, from `pagedList`. */
  readonly list?: ListFields;
  readonly body?: Body;
  readonly reply: Reply;
  /** Fields of the query or body that must name the signed-in person if they are sent at all. */
  readonly identity?: readonly string[];
  /** People with this permission may name someone else there: they act for that person, and the operation says so. */
  readonly actsForOthers?: Permission;
  /** The refusals that are specific to this call, by reason. */
  readonly refusals?: Refusals;
  /**
   * A page of another site may send this, such as the form of a SAML provider. Its cookies are ignored, so it
   * acts for no one; only a public call may be one.
   */
  readonly fromOtherSites?: true;
  /**
   * Accepts `Idempotency-Key`. Only writes of signed-in people may. With a key, the handler runs inside a transaction, so
   * it must not wait for an outside system: such a call refuses a repeat by its own rules. A repeat runs it up to its
   * first statement: a limit counts it again.
   */
  readonly idempotent?: boolean;
  /** It only asks something, with more than an address can hold: nothing is done twice where a response is lost. */
  readonly changesNothing?: true;
  /** The response has a secret that is kept nowhere: a repeated `Idempotency-Key` gets 409 instead of it. */
  readonly answersSecret?: true;
  /**
   * Returns sensitive data about other people, or many rows at once: each response leaves an audit entry with
   * this name, a noun and a verb (`person.read`), with the first path parameter and the filters. The
   * operation reports whose data it was (`tellAbout`).
   */
  readonly discloses?: `${string}.${string}`;
  /** How long a browser waits for the response, if the usual 30 seconds are too short. */
  readonly mayTakeSeconds?: number;
}

/** Declares a call. Keeps the literal types, so that both sides know the exact shapes and reasons. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** Twice what the largest text form takes with every character written as `\\u....`. */
const usualBytes = 256 * 1024;

export function jsonBody<S extends z.ZodType>(shape: S, limits: { maxBytes?: number } = {}) {
  return { kind: 'json', shape, maxBytes: limits.maxBytes ?? usualBytes } as const;
}

export function formBody<S extends Fields>(shape: S, limits: { maxBytes?: number } = {}) {
  return { kind: 'form', shape, maxBytes: limits.maxBytes ?? 16 * 1024 } as const;
}

export function uploadBody<S extends Fields, const F extends Record<string, FileField>>(
  shape: S,
  files: F,
  limits: { maxBytes?: number } = {},
) {
  return { kind: 'upload', shape, files, ...limits } as const;
}

export function jsonReply<S extends z.ZodType, const Status extends 200 | 201 = 200>(
  shape: S,
  status?: Status,
) {
  return { kind: 'json', shape, status: (status ?? 200) as Status } as const;
}

export const emptyReply = { kind: 'empty', status: 204 } as const;
export const pageReply = { kind: 'page' } as const;
export const fileReply = { kind: 'file' } as const;

export function textReply() {
  return { kind: 'text', contentType: 'text/plain; charset=utf-8' } as const;
}

export function downloadReply(contentType: string) {
  return { kind: 'download', contentType } as const;
}

/**
 * Whether the response counts among the downloads that one person has at once. Images do not: they are small, and a page
 * may show a hundred of them.
 */
export function isCountedDownload({ reply }: Call): boolean {
  return reply.kind === 'file' || (reply.kind === 'download' && !reply.contentType.startsWith('image/'));
}

export function redirectReply<const Status extends 302 | 303>(status: Status) {
  return { kind: 'redirect', status } as const;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type BodyShape<C extends Call> = C['body'] extends { shape: infer S } ? S : undefined;

/** What a handler receives, checked and normalized. */
export interface CallInput<C extends Call> {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<BodyShape<C>>;
}

/** What a caller sends. */
export interface CallRequest<C extends Call> {
  params: Input<C['params']>;
  query: Input<C['query']>;
  body: Input<BodyShape<C>>;
}

/** The JSON of a successful response. */
export type CallReply<C extends Call> = C['reply'] extends { kind: 'json'; shape: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** Fills the parameters of a path: `/api/redirects/:id` with `{id}`. */
export function pathOf(call: Pick<Call, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return call.path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}
