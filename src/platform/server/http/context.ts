import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Call, CallInput, CallReply, FileField } from '../../contract/call.ts';
import type { Actor, PersonActor, SignedInActor } from '../actor/actor.ts';
import type { DataOwner } from '../change/audit.ts';
import type { Change } from '../change/change.ts';
import type { Reader } from '../db/database.ts';
import type { ByteRange } from '../files/file-storage.ts';
import type { StoredContent, StoredUpload } from '../files/stored-files.ts';

export interface CookieOptions {
  /** Seconds; 0 deletes. Without it the cookie ends with the browser. */
  maxAge?: number;
  /** Scripts of the page may read it: only for what is not secret. */
  readable?: true;
}

/** What an operation gets besides its input. */
export interface CallContext<A extends Actor = Actor> {
  readonly actor: A;
  readonly reader: Reader;
  readonly change: Change;
  /** Says whose data the response of a call with `discloses` contains: an audit entry about each of them, none for no one. */
  tellAbout(owners: readonly DataOwner[]): void;
  /**
   * Runs work that takes tens of megabytes, while no other such work and no large upload is under way. Not within
   * itself or a change, which would keep its connection while it waits. @throws Refusal `unavailable` after 45 seconds
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** HEAD or a prefetch: it gets what a GET would get, and must have no effect. */
  readonly isAsking: boolean;
  readonly log: FastifyBaseLogger;
  /** Who is signed in, for public calls that want to know; reads the session only when called. */
  identify(): Promise<PersonActor | null>;
  header(name: string): string | undefined;
  /** The query exactly as it was sent, without its question mark: for a signature over its characters. */
  readonly rawQuery: string;
  cookie(name: string): string | undefined;
  /** Sets a cookie, under its `__Host-` name on https: HttpOnly unless `readable`, SameSite=Lax, Path=/. */
  setCookie(name: string, value: string, options?: CookieOptions): void;
  setHeader(name: string, value: string): void;
}

/** A file to parse: in memory only, so for a few megabytes at most. */
export interface UploadedFile {
  fileName: string;
  contentType: string;
  bytes: Buffer;
}

export interface Download {
  fileName: string;
  /** Overrides the content type that the call declares. */
  contentType?: string;
  /** Shown in the page that requests it instead of saved. */
  inline?: boolean;
  body: string | Buffer | Readable;
}

/** A stored file to send: all of it, or the range that the browser requests. */
export interface FileAnswer {
  fileName: string;
  contentType: string;
  content: StoredContent;
}

export interface Page {
  status?: number;
  html: string;
}

/** What a handler returns, by the kind of reply that its call declares. */
export type Answer<C extends Call> = C['reply'] extends { kind: 'json' }
  ? CallReply<C>
  : C['reply'] extends { kind: 'empty' }
    ? // biome-ignore lint/suspicious/noConfusingVoidType: an async function without a return.
      void
    : C['reply'] extends { kind: 'text' }
      ? string
      : C['reply'] extends { kind: 'download' }
        ? Download
        : C['reply'] extends { kind: 'file' }
          ? FileAnswer
          : C['reply'] extends { kind: 'page' }
            ? Page | { location: string }
            : { location: string } | Page;

type ActorOf<C extends Call> = C['access'] extends 'public'
  ? Actor
  : C['tokens'] extends string
    ? SignedInActor
    : PersonActor;
type Files<C extends Call> = C['body'] extends { kind: 'upload'; files: infer F }
  ? { files: { [Name in keyof F]: FileOf<F[Name]>[] } }
  : unknown;
type FileOf<F> = F extends { handling: Exclude<FileField['handling'], 'parsed'> }
  ? StoredUpload
  : UploadedFile;

export type Handler<C extends Call> = (
  context: CallContext<ActorOf<C>>,
  input: CallInput<C> & Files<C>,
) => Promise<Answer<C>>;

/** A stored file that has arrived, before the operation runs. */
export interface ArrivedFile {
  readonly upload: StoredUpload;
  /** Who sends it. */
  readonly actor: Actor;
  /** Its bytes; each piece is valid until the next one is requested. */
  read(range: ByteRange): AsyncGenerator<Buffer, void>;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** A call with its handler. */
export interface Route {
  readonly call: Call;
  readonly handler: (context: CallContext<never>, input: never) => Promise<unknown>;
  /** The largest file of a field in bytes, if a college sets a different limit than the call declares. */
  readonly maxBytes?: Readonly<Record<string, number>>;
  /** `false` if nothing here needs its body: a large one is refused unread. */
  readonly readsBody?: boolean;
  /**
   * Examines each stored file of a field that has arrived, and refuses it (@throws Refusal). It may take seconds: it runs
   * before the operation, outside any transaction.
   */
  readonly examine?: Readonly<Record<string, (file: ArrivedFile) => Promise<void>>>;
  /**
   * Does what takes long and needs no database, such as drawing an uploaded photo: before the transaction in which an
   * idempotency key is claimed. It stores what it finds out by the file. It runs for a repeated request, too.
   */
  readonly prepare?: (context: CallContext<never>, input: never) => Promise<void>;
}

/** What a route says besides its call and handler. */
type More<C extends Call> = Pick<Route, 'maxBytes' | 'readsBody' | 'examine'> & {
  prepare?: (context: CallContext<ActorOf<C>>, input: CallInput<C> & Files<C>) => Promise<void>;
};

/** Binds an operation to its call; the types of input and reply come from the call. */
export function route<C extends Call>(call: C, handler: Handler<C>, more: More<C> = {}): Route {
  return { call, handler: handler as Route['handler'], ...(more as Partial<Route>) };
}
