import { Agent, request as send } from 'node:http';

/** Sends requests over real connections, many at a time. */
export async function flood(
  address: string,
  count: number,
  path: (index: number) => string,
): Promise<Map<number, number>> {
  const { port } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const statuses = new Map<number, number>();
  const one = (index: number) =>
    new Promise<void>((done, fail) => {
      const options = {
        host: '127.0.0.1',
        port,
        path: path(index),
        agent,
        headers: { host: 'localhost:3000' },
      };
      send(options, (answer) => {
        const status = answer.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        answer.resume().on('end', done);
      })
        .on('error', fail)
        .end();
    });
  await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
  agent.destroy();
  return statuses;
}
