import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { endless } from '../../../../../../platform/server/testing/endless.ts';

/** One sign-in as Elastic's integration for Entra ID stores it, by the names of its fields. */
export type Document = Readonly<Record<string, string>>;

export type Kind = 'elasticsearch' | 'opensearch' | 'no-point-in-time';
export type Fault =
  | 'partial'
  | 'skipped-shard'
  | 'timed-out'
  | 'expired'
  | 'busy'
  | 'down'
  | 'slow'
  | 'cut'
  | 'endless'
  | 'refused'
  | 'no-index';

interface Composite {
  size: number;
  sources: { principal: { terms: { field: string } } }[];
  after?: { principal: string };
}
interface Query {
  term?: Record<string, string>;
  terms?: Record<string, string[]>;
  range?: Record<string, { gte: string; lt: string }>;
  bool?: { filter?: Query[]; should?: Query[]; minimum_should_match?: number };
}
interface Search {
  query: Query;
  pit?: { id: string };
  aggs?: {
    p?: { composite: Composite; aggs: { inc: { filter: Query }; exc: { filter: Query } } };
    n?: { cardinality: { field: string } };
  };
}

export interface Received {
  method: string;
  path: string;
  authorization: string | undefined;
  body: unknown;
}

/**
 * A search engine that evaluates what reports ask (bool, term, terms, range, composite, filter, min, max, point in time) over
 * documents that it makes for each request. `fault` applies from the search with this number on, counted from 1.
 */
export async function startFakeEngine(kind: Kind, documents: () => Iterable<Document>) {
  const received: Received[] = [];
  const open = new Set<string>();
  let fault: { what: Fault; from: number; times: number } | null = null;
  let searches = 0;
  let opened = 0;

  const isFaulty = (what: Fault) => {
    if (fault?.what !== what || searches < fault.from || fault.times <= 0) return false;
    fault.times -= 1;
    return true;
  };

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status: number; json?: unknown; text?: string } | null> {
    const url = new URL(request.url ?? '/', 'http://engine');
    const body = JSON.parse((await text(request)) || 'null') as unknown;
    const { method = '' } = request;
    received.push({ method, path: request.url ?? '', authorization: request.headers.authorization, body });
    const isPit = /\/_pit$/.test(url.pathname);
    const isOpenSearchPit = url.pathname.endsWith('/_search/point_in_time');
    if (isPit || isOpenSearchPit) {
      const known = isPit ? kind === 'elasticsearch' : kind === 'opensearch';
      if (!known) return { status: isPit ? 400 : 405, json: { error: 'no handler found' } };
      if (method === 'DELETE') {
        open.clear();
        return { status: 200, json: { succeeded: true } };
      }
      opened += 1;
      open.add(`pit-${opened}`);
      return { status: 200, json: isPit ? { id: `pit-${opened}` } : { pit_id: `pit-${opened}` } };
    }
    searches += 1;
    return search(body as Search);
  }

  function search(asked: Search) {
    if (isFaulty('down')) return null;
    if (isFaulty('busy')) return { status: 429, json: { error: 'es_rejected_execution_exception' } };
    if (isFaulty('refused')) return { status: 401, json: { error: 'security_exception' } };
    if (isFaulty('expired')) open.clear();
    if (asked.pit !== undefined && !open.has(asked.pit.id))
      return { status: 404, json: { error: { type: 'search_context_missing_exception' } } };
    const failed = isFaulty('partial') ? 1 : 0;
    const missing = isFaulty('skipped-shard') ? 1 : 0;
    const total = isFaulty('no-index') ? 0 : 3;
    const json = {
      timed_out: isFaulty('timed-out'),
      _shards: { total, successful: total - failed - missing, failed },
      ...(asked.pit === undefined ? {} : { pit_id: asked.pit.id }),
      aggregations: evaluate(asked, documents()),
    };
    return isFaulty('cut')
      ? { status: 200, text: JSON.stringify(json).slice(0, -20) }
      : { status: 200, json };
  }

  const server = createServer((request, response) => {
    void answer(request).then(async (made) => {
      if (made === null) return request.socket.destroy();
      // Never answers, like an engine in trouble; the socket ends with the server.
      if (isFaulty('slow')) return undefined;
      if (isFaulty('endless')) return endless().answer(response);
      response.writeHead(made.status, { 'content-type': 'application/json' });
      return response.end(made.text ?? JSON.stringify(made.json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    openPits: open,
    plan(what: Fault, from = 1, times = Number.POSITIVE_INFINITY) {
      searches = 0;
      fault = { what, from, times };
    },
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function evaluate({ query, aggs: { p, n } = {} }: Search, documents: Iterable<Document>) {
  if (n !== undefined) {
    const found = [...documents].filter((document) => matches(query, document));
    return { n: { value: new Set(found.map((document) => document[n.cardinality.field])).size } };
  }
  return p === undefined ? {} : { p: pageOf(query, p, documents) };
}

function pageOf(
  query: Query,
  { composite, aggs: inner }: NonNullable<NonNullable<Search['aggs']>['p']>,
  documents: Iterable<Document>,
) {
  const field = composite.sources[0]?.principal.terms.field ?? '';
  const groups = new Map<string, Document[]>();
  for (const document of documents) {
    const key = document[field];
    if (key === undefined || !matches(query, document)) continue;
    groups.set(key, [...(groups.get(key) ?? []), document]);
  }
  const keys = [...groups.keys()].toSorted().filter((key) => key > (composite.after?.principal ?? ''));
  const shown = keys.slice(0, composite.size);
  const last = shown.at(-1);
  return {
    buckets: shown.map((key) => {
      const all = groups.get(key) ?? [];
      const inc = all.filter((document) => matches(inner.inc.filter, document));
      const times = inc.map((document) => Date.parse(document['@timestamp'] ?? ''));
      return {
        key: { principal: key },
        doc_count: all.length,
        inc: {
          doc_count: inc.length,
          first: { value: inc.length === 0 ? null : Math.min(...times) },
          last: { value: inc.length === 0 ? null : Math.max(...times) },
        },
        exc: { doc_count: all.filter((document) => matches(inner.exc.filter, document)).length },
      };
    }),
    ...(last === undefined ? {} : { after_key: { principal: last } }),
  };
}

function matches({ term, terms, range, bool }: Query, document: Document): boolean {
  const [[field = '', value] = []] = Object.entries(term ?? {});
  if (term !== undefined && document[field] !== value) return false;
  for (const [name, values] of Object.entries(terms ?? {}))
    if (!values.includes(document[name] ?? '')) return false;
  for (const [name, { gte, lt }] of Object.entries(range ?? {})) {
    const at = document[name] ?? '';
    if (at < gte || at >= lt) return false;
  }
  if (bool?.filter?.every((one) => matches(one, document)) === false) return false;
  if (bool?.should === undefined) return true;
  return bool.should.filter((one) => matches(one, document)).length >= (bool.minimum_should_match ?? 1);
}
