import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * Counts and times every answer, and logs each one that is not quiet. A log line names the declared path, never the
 * address: addresses and queries hold names and search texts of people.
 */
export function observeRequests(app: FastifyInstance, metrics: Registry): void {
  const duration = new Histogram({
    name: 'quad_request_duration_seconds',
    help: 'Time from request to the end of the answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers: [metrics],
  });
  const quiet = quietAnswers(metrics);
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const route = config.call ?? url ?? 'page';
    const status = reply.raw.statusCode;
    if (config.quiet === true && status < 500) {
      quiet.inc({ route, status });
      return done();
    }
    const milliseconds = reply.elapsedTime;
    duration.observe({ method: request.method, route, status }, milliseconds / 1000);
    request.log.info({ method: request.method, route, status, ms: Math.round(milliseconds) }, 'answered');
    return done();
  });
}

const quietName = 'quad_quiet_answers_total';

/** The counter of hot paths, whose answers are neither timed nor logged. */
export function quietAnswers(metrics: Registry): Counter<'route' | 'status'> {
  const known = metrics.getSingleMetric(quietName);
  if (known instanceof Counter) return known;
  return new Counter({
    name: quietName,
    help: 'Answers of hot paths that are counted but neither timed nor logged.',
    labelNames: ['route', 'status'],
    registers: [metrics],
  });
}
