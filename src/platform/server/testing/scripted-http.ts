import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface HttpExchange {
  request: IncomingMessage;
  body: string;
}

/** A service outside Quad on loopback, whose answer a test writes down. Never the service itself. */
export class ScriptedHttp {
  /** What was asked, oldest first. */
  readonly exchanges: HttpExchange[] = [];
  /** Answers the next requests; one that ends nothing leaves them waiting. */
  answer: (response: ServerResponse, exchange: HttpExchange) => void = (response) =>
    response.writeHead(500).end();
  readonly #server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const exchange = { request, body };
    this.exchanges.push(exchange);
    this.answer(response, exchange);
  });

  /** @returns its address, without a slash at the end */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no address.');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Answers with this JSON. */
export function json(status: number, value: unknown): ScriptedHttp['answer'] {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
