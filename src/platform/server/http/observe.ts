import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * Counts and times every response, and logs each one that is not quiet. A log line has the declared path, never the
 * address, which may contain names and search texts.
 */
export function observeRequests(app: FastifyInstance, metrics: Registry): void {
  const duration = new Histogram({
    name: 'quad_request_duration_seconds',
    help: 'Time from request to end of response, by route and status.',
    labelNames: ['method', 'route', 'status'],
    // With the half second of the alert QuadSlow: between two buckets, its time would be a guess.
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [metrics],
  });
  const quiet = quietAnswers(metrics);
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const route = config.call ?? url ?? 'page';
    const status = reply.raw.statusCode;
    // An outage is logged once in a while; thousands of followed links a second need not repeat it.
    if (config.quiet === true && (status < 500 || status === 503)) {
      quiet.inc({ route, status });
      return done();
    }
    const milliseconds = reply.elapsedTime;
    duration.observe({ method: request.method, route, status }, milliseconds / 1000);
    const line = { method: request.method, route, status, ms: Math.round(milliseconds) };
    // Who tried what they may not do: only the id, which IT finds in People. A token leaves no other trace.
    const who = status === 403 && request.personId !== null ? { person: request.personId } : {};
    const token = request.tokenId === null ? {} : { token: request.tokenId };
    request.log.info({ ...line, ...who, ...token }, 'answered');
    return done();
  });
}

const quietName = 'quad_quiet_answers_total';
type QuietLabels = { route: string; status: number };

/** The counter of hot paths, whose responses are neither timed nor logged. */
function quietAnswers(metrics: Registry): Counter<'route' | 'status'> {
  const known = metrics.getSingleMetric(quietName);
  if (known instanceof Counter) return known;
  const tallies: Tally[] = [];
  const counter = new Counter({
    name: quietName,
    help: 'Responses on hot paths, which are counted but neither timed nor logged.',
    labelNames: ['route', 'status'],
    registers: [metrics],
    collect() {
      for (const tally of tallies) {
        this.inc(tally.labels, tally.answers);
        tally.answers = 0;
      }
    },
  });
  talliesOf.set(counter, tallies);
  return counter;
}

interface Tally {
  labels: QuietLabels;
  /** Responses since the metrics were last read. */
  answers: number;
}

const talliesOf = new WeakMap<Counter<'route' | 'status'>, Tally[]>();

/** A plain number for the hottest of the hot paths, where finding the labels would cost a tenth of a response. */
export function countQuietly(metrics: Registry, labels: QuietLabels): { answers: number } {
  const tally = { labels, answers: 0 };
  talliesOf.get(quietAnswers(metrics))?.push(tally);
  return tally;
}
