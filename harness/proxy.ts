import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { endLater } from './scope.ts';

/** A small reverse proxy with the rules of `docs/proxy/nginx.conf`, for machines without nginx. */
export interface SmallProxy {
  url: string;
  /** What it saw at the instances behind it. */
  readonly met: {
    /** Connections that an instance reset, or closed during a request. */
    resets: number;
    /** Responses in which an instance said that it would close the connection. */
    lastAnswers: number;
    /** Requests sent to another instance after the first one failed. */
    retries: number;
    /** Requests without a response: neither safe nor with an idempotency key, and perhaps already done. */
    lost: string[];
  };
  close(): Promise<void>;
}

/** How long an instance that refuses connections is not tried, in milliseconds. */
const restFor = 250;

/** @param ports of the instances, all on this machine */
export async function startProxy(ports: readonly number[], port = 0): Promise<SmallProxy> {
  const met: SmallProxy['met'] = { resets: 0, lastAnswers: 0, retries: 0, lost: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const resting = new Map<number, number>();
  let turn = 0;

  /** The instances in the order in which this request tries them, resting ones last. */
  function order(): number[] {
    turn += 1;
    const turned = ports.map((_port, index) => ports[(index + turn) % ports.length] ?? 0);
    const isResting = (one: number) => (resting.get(one) ?? 0) > performance.now();
    return turned.toSorted((one, other) => Number(isResting(one)) - Number(isResting(other)));
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const mayRepeat =
      ['GET', 'HEAD'].includes(incoming.method ?? '') || 'idempotency-key' in incoming.headers;
    for (const [tried, instance] of order().entries()) {
      if (tried > 0) met.retries += 1;
      const fate = await forward(instance, incoming, Buffer.concat(pieces), outgoing);
      if (fate === 'answered') return;
      if (fate === 'unreachable') resting.set(instance, performance.now() + restFor);
      else met.resets += 1;
      if (fate === 'broken' && !mayRepeat) break;
    }
    met.lost.push(`${incoming.method} ${incoming.url}`);
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  }

  function forward(instance: number, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) {
    return new Promise<'answered' | 'unreachable' | 'broken'>((resolve) => {
      const { method, url: path, headers } = incoming;
      const { connection: _own, 'transfer-encoding': _framing, ...passed } = headers;
      const length = body.length === 0 ? {} : { 'content-length': String(body.length) };
      const sent = request({
        agent,
        host: '127.0.0.1',
        port: instance,
        method,
        path,
        headers: { ...passed, ...length, 'x-forwarded-for': incoming.socket.remoteAddress },
      });
      sent.on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ECONNREFUSED' ? 'unreachable' : 'broken'),
      );
      sent.on('response', async (answer) => {
        if (answer.headers.connection === 'close') met.lastAnswers += 1;
        try {
          const parts: Buffer[] = [];
          for await (const part of answer) parts.push(part as Buffer);
          const {
            connection: _its,
            'keep-alive': _how,
            'transfer-encoding': _chunks,
            ...kept
          } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, kept).end(Buffer.concat(parts));
          resolve('answered');
        } catch {
          resolve('broken');
        }
      });
      sent.end(body);
    });
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no address.');
  const close = endLater(async () => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
    await once(server, 'close');
  });
  return { url: `http://localhost:${address.port}`, met, close };
}
