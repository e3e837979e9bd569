import type { Call, CallReply, CallRequest } from '../../contract/call.ts';
import type { FoundItem } from '../../contract/finding.ts';
import type { Platform } from './server-tool.ts';

/** What examples are made with. */
export interface ExampleMaker {
  readonly platform: Platform;
  /**
   * Sends a call as a demo person (`it`, `staff`, ...).
   * @returns The JSON of the response
   * @throws Unless the call succeeds
   */
  send<C extends Call>(person: string, call: C, request?: Partial<CallRequest<C>>): Promise<CallReply<C>>;
}

/**
 * What the whole-project tests try a tool with, each by the name of the call. Only tests load it, never a running
 * portal.
 */
export interface ToolExamples {
  /** Environment variables without which some of its calls return nothing. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Bodies that its writes accept. People who may not use a call try it with them, too. */
  readonly bodies?: Readonly<Record<string, unknown>>;
  /** Files that its uploads accept, by the field. */
  readonly files?: Readonly<Record<string, Readonly<Record<string, { fileName: string; content: string }>>>>;
  /** Adds more than one page of rows to its paged lists. The seeds of all tools have run by then. */
  fill?(make: ExampleMaker): Promise<void>;
  readonly lists?: Readonly<Record<string, ListExample>>;
  readonly exports?: Readonly<Record<string, ExportExample>>;
  /** Finds or makes something that a call with parameters and `discloses` can disclose: those parameters, the id first, and what its query needs. Nothing for a call without either. */
  readonly subjects?: Readonly<Record<string, (make: ExampleMaker) => Promise<Record<string, string>>>>;
  /** For each of its sources, `tool.source`: what the call behind a result is asked, so that it shows the result. */
  readonly found?: Readonly<Record<string, (result: FoundItem) => FoundRequest>>;
  /** Fields that take another person's email on purpose. Say why in a comment. */
  readonly namesOthers?: Readonly<Record<string, readonly string[]>>;
  /** For each kind of its belongings, by `kind`. */
  readonly belongings?: Readonly<Record<string, BelongingExample>>;
  /** Calls that may end the session of the person who sends them. */
  readonly endsSessions?: readonly string[];
  /** States of its screens to look at, besides each screen as it opens; `npm run screenshots` draws them. */
  readonly states?: readonly ScreenState[];
  /** Ids and names that exist, by the name of the field, so that random requests find something. */
  known?(make: ExampleMaker): Promise<Readonly<Record<string, readonly string[]>>>;
}

export interface FoundRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
}

/** The filters in the address of a list. */
export function filtersOf(link: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(link.split('?')[1] ?? ''));
}

/** What a screen shows after some steps: an open dialog, a search that finds nothing. */
export interface ScreenState {
  name: string;
  path: string;
  /** A demo person (`it`, `staff`, ...); `null`: signed out. */
  person: string | null;
  steps?: readonly ScreenStep[];
}

/** Presses the first button with this name, or types into the field with this label; in the dialog, if one is open. */
export type ScreenStep = { press: string | RegExp } | { fill: string | RegExp; with: string };

/** A demo person, as the portal knows them. */
export interface DemoOwner {
  /** `it`, `staff`, ... */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** One thing that changes hands. */
export interface BelongingExample {
  /** @returns the key of a new thing that this person owns */
  make(make: ExampleMaker, owner: DemoOwner): Promise<string>;
  /** Whether the thing is in use and this person's, by what the tool itself returns or does for them. */
  has(make: ExampleMaker, owner: DemoOwner, key: string): Promise<boolean>;
}

export interface ListExample {
  /** Rows on a page unless the address says otherwise; 10 when it is left out. */
  readonly pageSize?: number;
  /** Filters that keep the list from changing while the test reads it from all sides. */
  readonly among?: Readonly<Record<string, string>>;
  /** Without a page it returns everything. */
  readonly unpaged?: true;
  /** Filters that accept only certain values, so no text can be searched for with them. */
  readonly choices?: readonly string[];
}

export interface ExportExample {
  /** Adds one row with this text in every field that accepts it; `index` counts from 0. */
  addRow(make: ExampleMaker, text: string, index: number): Promise<void>;
  /** The title of a column that has the text as it was written. */
  readonly column?: string;
  /** Filters that keep out what other tools leave in the meantime. */
  readonly among?: Readonly<Record<string, string>>;
  /** What a POST asks for. */
  readonly body?: object;
  /** For an export of one thing: which one has the rows. */
  params?(make: ExampleMaker): Promise<Record<string, string>>;
}
