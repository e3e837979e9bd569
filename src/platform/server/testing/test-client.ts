import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Call, type CallReply, type CallRequest, pathOf } from '../../contract/call.ts';

export interface TestAnswer<Body = unknown> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** The parsed JSON; `undefined` if the response is not JSON. */
  body: Body;
}

interface TestFile {
  fileName: string;
  content: string | Uint8Array<ArrayBuffer>;
  contentType?: string;
}

type Sent<C extends Call> = Partial<CallRequest<C>> & {
  headers?: Record<string, string>;
  files?: Readonly<Record<string, TestFile | readonly TestFile[]>>;
};

/** Sends requests as a browser at the portal would, keeping its cookies. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Signs in through the demo provider, as a click on its page does. */
  static async signIn(app: FastifyInstance, name: string): Promise<TestClient> {
    const client = new TestClient(app);
    const answer = await client.fetch('POST', '/api/auth/providers/demo/login', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email: `${name}@sawtooth.example`, redirect: '/' }).toString(),
    });
    if (answer.status !== 303) throw new Error(`${name} could not sign in: ${answer.status} ${answer.text}`);
    return client;
  }

  /** Sends a declared call; the body of the response is typed as on success. */
  async send<C extends Call>(call: C, request: Sent<C> = {}): Promise<TestAnswer<CallReply<C>>> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) query.append(name, String(value));
    }
    const address = pathOf(call, (request.params ?? {}) as Record<string, string>);
    const url = query.size === 0 ? address : `${address}?${query}`;
    const { payload, headers } = await encode(call, request);
    const options = {
      headers: { ...headers, ...request.headers },
      ...(payload === undefined ? {} : { payload }),
    };
    return this.fetch(call.method, url, options) as Promise<TestAnswer<CallReply<C>>>;
  }

  /** Sends anything, as a script on the portal's own pages would; headers can be overridden, `''` leaves one out. */
  async fetch(
    method: string,
    url: string,
    options: Pick<InjectOptions, 'headers' | 'payload' | 'remoteAddress'> = {},
  ) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const defaults = {
      host: 'localhost:3000',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      ...(cookie === '' ? {} : { cookie }),
    };
    const given = Object.entries({ ...defaults, ...options.headers }).filter(([, value]) => value !== '');
    const answer = await this.#app.inject({
      ...options,
      method: method as 'GET',
      url,
      headers: Object.fromEntries(given),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers as TestAnswer['headers'],
      text: answer.payload,
      body: (isJson && answer.payload !== '' ? JSON.parse(answer.payload) : undefined) as unknown,
    };
  }
}

async function encode(call: Call, request: { body?: unknown; files?: Sent<Call>['files'] }) {
  if (call.body === undefined) return { headers: {} };
  if (call.body.kind === 'json') {
    return { payload: JSON.stringify(request.body ?? {}), headers: { 'content-type': 'application/json' } };
  }
  const fields = Object.entries((request.body ?? {}) as Record<string, string>);
  if (call.body.kind === 'form') {
    const payload = new URLSearchParams(fields).toString();
    return { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  }
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, String(value));
  for (const [name, files] of Object.entries(request.files ?? {})) {
    for (const { content, contentType = 'text/csv', fileName } of [files].flat())
      form.append(name, new Blob([content], { type: contentType }), fileName);
  }
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  return { payload, headers: { 'content-type': encoded.headers.get('content-type') ?? '' } };
}
