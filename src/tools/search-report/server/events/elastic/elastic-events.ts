import type { Account, Question, SignInEvents, Span } from '../sign-in-events.ts';
import { EngineFailure } from '../sign-in-events.ts';
import {
  accountsNumber,
  accountsPage,
  type Bucket,
  createElasticClient,
  type ElasticSettings,
  PointInTimeGone,
} from './elastic-client.ts';

export interface ElasticFields {
  /** What names an account: a keyword field. */
  principal: string;
  domain: string;
}

/** Buckets per request; more are slower for the engine, not for us. */
const bucketsAtOnce = 1_000;
/** A report that outlives more points in time than this is stopped. */
const mostRenewals = 10;

/** Sign-ins in Elasticsearch or OpenSearch. Names that differ only in case are one account. */
export function createElasticEvents(
  settings: ElasticSettings & { fields: ElasticFields },
  atOnce = bucketsAtOnce,
): SignInEvents {
  const client = createElasticClient(settings);
  return {
    // An index may be kept for any length of time, and its documents can be removed one by one.
    keptSince: async () => null,
    async countAccounts(question, signal) {
      const aggs = { n: { cardinality: { field: settings.fields.principal } } };
      const body = { ...queryOf(question, settings.fields), aggs };
      return (await client.search(accountsNumber, body, null, signal)).aggregations.n.value;
    },
    async *find(question, signal) {
      // The same account in two spellings may be on the first and on the last page.
      const accounts = new Map<string, Seen>();
      let after: Bucket['key'] | undefined;
      let renewals = 0;
      let pit = await client.openPointInTime(signal);
      try {
        for (;;) {
          signal.throwIfAborted();
          try {
            const body = bodyOf(question, settings.fields, { size: atOnce, after });
            const { pit_id, aggregations } = await client.search(accountsPage, body, pit, signal);
            if (pit !== null && pit_id !== undefined) pit = { ...pit, id: pit_id };
            for (const bucket of aggregations.p.buckets) add(accounts, bucket);
            after = aggregations.p.after_key;
            if (after === undefined || aggregations.p.buckets.length === 0) break;
            yield { accounts: [], read: aggregations.p.buckets.length };
          } catch (error) {
            if (!(error instanceof PointInTimeGone)) throw error;
            renewals += 1;
            if (renewals > mostRenewals) throw new EngineFailure(error.message);
            // Pages are found by name, so the next one is the same in a new point in time.
            pit = await client.openPointInTime(signal);
          }
        }
      } finally {
        if (pit !== null) await client.closePointInTime(pit);
      }
      const found = [...accounts]
        .filter(([, { events, excluded }]) => events > 0 && excluded === 0)
        .map(([principal, seen]) => toAccount(principal, seen))
        .toSorted((one, other) => (one.principal < other.principal ? -1 : 1));
      yield { accounts: found, read: 0 };
    },
  };
}

interface Seen {
  events: number;
  excluded: number;
  first: number;
  last: number;
}

function add(accounts: Map<string, Seen>, { key, inc, exc }: Bucket): void {
  const name = key.principal.toLowerCase();
  const seen = accounts.get(name) ?? { events: 0, excluded: 0, first: Infinity, last: -Infinity };
  accounts.set(name, {
    events: seen.events + inc.doc_count,
    excluded: seen.excluded + exc.doc_count,
    first: Math.min(seen.first, inc.first.value ?? Infinity),
    last: Math.max(seen.last, inc.last.value ?? -Infinity),
  });
}

function toAccount(principal: string, { events, first, last }: Seen): Account {
  return { principal, events, firstSeen: new Date(first), lastSeen: new Date(last) };
}

function range({ from, until }: Span) {
  return { range: { '@timestamp': { gte: from.toISOString(), lt: until.toISOString() } } };
}

/**
 * How people write a domain in the names of accounts. `case_insensitive` of a `term` would find all others, too, but can
 * take all the memory of an OpenSearch before 3.
 */
function spellingsOf(domain: string): string[] {
  const capitals = domain.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  const first = domain.slice(0, 1).toUpperCase() + domain.slice(1);
  return [...new Set([domain, first, capitals, domain.toUpperCase()])];
}

function queryOf({ domain, inclusion, exclusion }: Question, fields: ElasticFields) {
  const isSignIn = [
    { terms: { [fields.domain]: spellingsOf(domain) } },
    { term: { 'event.category': 'authentication' } },
    { term: { 'event.outcome': 'success' } },
  ];
  const isEither = { bool: { minimum_should_match: 1, should: [range(inclusion), range(exclusion)] } };
  return { size: 0, track_total_hits: false, query: { bool: { filter: [...isSignIn, isEither] } } };
}

/** One pass without pipeline aggregations: a filter of buckets would hide the last one, and with it the next page. */
function bodyOf(
  question: Question,
  fields: ElasticFields,
  page: { size: number; after: Bucket['key'] | undefined },
) {
  const { inclusion, exclusion } = question;
  const times = { first: { min: { field: '@timestamp' } }, last: { max: { field: '@timestamp' } } };
  return {
    ...queryOf(question, fields),
    aggs: {
      p: {
        composite: {
          size: page.size,
          sources: [{ principal: { terms: { field: fields.principal } } }],
          ...(page.after === undefined ? {} : { after: page.after }),
        },
        aggs: { inc: { filter: range(inclusion), aggs: times }, exc: { filter: range(exclusion) } },
      },
    },
  };
}
