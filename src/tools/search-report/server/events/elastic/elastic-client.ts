import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { fetchWhole } from '../../../../../platform/server/outside/fetch-whole.ts';
import { EngineFailure } from '../sign-in-events.ts';

export interface ElasticSettings {
  url: string;
  /** The whole `Authorization` header; `null` for an engine that requires none. */
  authorization: string | null;
  index: string;
}

const bucket = z.object({
  key: z.object({ principal: z.string() }),
  inc: z.object({
    doc_count: z.number(),
    first: z.object({ value: z.number().nullable() }),
    last: z.object({ value: z.number().nullable() }),
  }),
  exc: z.object({ doc_count: z.number() }),
});
export type Bucket = z.output<typeof bucket>;

/** The response to every search. */
export const outcome = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ total: z.number(), successful: z.number(), failed: z.number() }),
  pit_id: z.string().optional(),
});
type Outcome = z.output<typeof outcome>;

/** The response to a search for a page of accounts. */
export const accountsPage = outcome.extend({
  aggregations: z.object({
    p: z.object({ buckets: z.array(bucket), after_key: z.object({ principal: z.string() }).optional() }),
  }),
});
/** The response to a search for their number. */
export const accountsNumber = outcome.extend({
  aggregations: z.object({ n: z.object({ value: z.int() }) }),
});

export interface PointInTime {
  id: string;
  close: { path: string; body: object };
}

/** The engine has forgotten the point in time. */
export class PointInTimeGone extends Error {
  constructor() {
    super('The search session has expired.');
    this.name = 'PointInTimeGone';
  }
}

/** For one request, in milliseconds; the report as a whole has its own limit. */
const patience = 60_000;
/** For a response: a thousand accounts with long names take less. */
const mostBytes = 8 * 1024 * 1024;
/** How many times a busy engine is asked again, and the first pause in milliseconds, which doubles. */
const busy = { tries: 5, pause: 500 };
const missing = new Set([400, 404, 405]);

export interface ElasticClient {
  /** `null` if the engine has no points in time. */
  openPointInTime(signal: AbortSignal): Promise<PointInTime | null>;
  search<Result extends Outcome>(
    shape: z.ZodType<Result>,
    body: object,
    pit: PointInTime | null,
    signal: AbortSignal,
  ): Promise<Result>;
  closePointInTime(pit: PointInTime): Promise<void>;
}

/**
 * Elasticsearch and OpenSearch by the requests that both document. Plain `fetch`: Elastic's client refuses other
 * servers. @throws EngineFailure with a reason for the log, without what was asked
 */
export function createElasticClient({ url, authorization, index }: ElasticSettings): ElasticClient {
  async function once(method: string, path: string, body: object | undefined, signal: AbortSignal) {
    try {
      const response = await fetchWhole(`${url}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(authorization === null ? {} : { authorization }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        most: mostBytes,
        patience,
        signal,
      });
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        text: await response.text(),
      };
    } catch (error) {
      signal.throwIfAborted();
      throw new EngineFailure('no response', { cause: error });
    }
  }

  async function ask(path: string, body: object | undefined, signal: AbortSignal) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await once('POST', path, body, signal);
      if (answer.status !== 429) return answer;
      if (attempt >= busy.tries) throw new EngineFailure('too many requests');
      const asked = Number(answer.retryAfter) * 1_000;
      await wait(asked > 0 ? Math.min(asked, 10_000) : busy.pause * 2 ** attempt, undefined, { signal });
    }
  }

  const name = encodeURIComponent(index);
  return {
    async openPointInTime(signal) {
      const elastic = await ask(`/${name}/_pit?keep_alive=2m`, undefined, signal);
      if (elastic.status === 200) {
        const { id } = read(z.object({ id: z.string() }), elastic.text);
        return { id, close: { path: '/_pit', body: { id } } };
      }
      if (!missing.has(elastic.status)) throw new EngineFailure(`status ${elastic.status}`);
      const path = `/${name}/_search/point_in_time?keep_alive=2m`;
      const open = await ask(path, undefined, signal);
      if (missing.has(open.status)) return null;
      if (open.status !== 200) throw new EngineFailure(`status ${open.status}`);
      const { pit_id } = read(z.object({ pit_id: z.string() }), open.text);
      return { id: pit_id, close: { path: '/_search/point_in_time', body: { pit_id: [pit_id] } } };
    },
    async search(shape, body, pit, signal) {
      const path = pit === null ? `/${name}/_search` : '/_search';
      // Otherwise, an engine that leaves out a shard answers 200.
      const query = '?allow_partial_search_results=false';
      const sent = pit === null ? body : { ...body, pit: { id: pit.id, keep_alive: '2m' } };
      const { status, text } = await ask(`${path}${query}`, sent, signal);
      if (status === 404 && pit !== null && text.includes('search_context_missing_exception'))
        throw new PointInTimeGone();
      if (status !== 200) throw new EngineFailure(`status ${status}`);
      const result = read(shape, text);
      const { timed_out, _shards: shards } = result;
      if (timed_out) throw new EngineFailure('timed out');
      if (shards.failed > 0 || shards.successful < shards.total)
        throw new EngineFailure('shards are missing');
      return result;
    },
    async closePointInTime({ close }) {
      // It expires within minutes.
      await once('DELETE', close.path, close.body, AbortSignal.timeout(5_000)).catch(() => undefined);
    },
  };
}

function read<T>(shape: z.ZodType<T>, text: string): T {
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new EngineFailure('an answer in a format that Quad does not know', { cause: error });
  }
}
