import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { endless } from '../../../../../../platform/server/testing/endless.ts';

interface User {
  id: string;
  user_group_id: string;
  user_name: string;
  email_address: string;
  password: string;
  expired_time: number | null;
}

export const token = 'the-token-of-the-tests';
/** Beyond what a JavaScript number can hold, like user ids. */
export const userGroup = '769490613402681473';

/** ExtremeCloud IQ according to its API description, as far as Quad uses it: `/endusers`, with pages, errors, and a token. */
export async function startFakeXiq() {
  const users: User[] = [];
  /** What it does instead of responding. */
  const mood: { now: 'well' | 'broken' | 'silent' | 'busy' | 'endless'; expires: number | null } = {
    now: 'well',
    expires: null,
  };
  let asked = 0;
  let waiting = 0;
  let gate: { method: string | undefined; opened: Promise<void> } | null = null;
  let nextId = 9_007_199_254_740_993n;

  const answer = (response: ServerResponse, status: number, content: string) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(content);
  const failed = (response: ServerResponse, status: number) =>
    answer(
      response,
      status,
      '{"error_code":"X","error_id":"abc","error_message":"No student@sawtooth.example"}',
    );

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1;
    if (gate !== null && request.method === (gate.method ?? request.method)) {
      const { opened } = gate;
      gate = null;
      waiting += 1;
      await opened;
      waiting -= 1;
    }
    const url = new URL(request.url ?? '/', 'http://fake');
    if (mood.now === 'silent') return void request.socket.destroy();
    if (mood.now === 'endless') return endless().answer(response);
    if (mood.now === 'broken') return void failed(response, 500);
    if (mood.now === 'busy') return void failed(response.setHeader('retry-after', '40'), 429);
    if (request.headers.authorization !== `Bearer ${token}`) return void failed(response, 401);
    if (request.method === 'GET' && url.pathname === '/endusers') {
      // Generous, as a filter may be: whatever starts with it.
      const name = url.searchParams.get('usernames') ?? '';
      const found = users.filter(({ user_name }) => user_name.startsWith(name.slice(0, 3)));
      const [page, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))];
      if (limit < 1 || limit > 100) return void failed(response, 400);
      const rows = found.slice((page - 1) * limit, page * limit).map(toJson);
      const pages = Math.max(1, Math.ceil(found.length / limit));
      const head = `"page":${page},"count":${rows.length},"total_pages":${pages},"total_count":${found.length}`;
      return void answer(response, 200, `{${head},"data":[${rows.join(',')}]}`);
    }
    if (request.method === 'POST' && url.pathname === '/endusers') {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const text = Buffer.concat(pieces).toString();
      const body = JSON.parse(text);
      if (!text.startsWith(`{"user_group_id":${userGroup},`) || typeof body.user_name !== 'string')
        return void failed(response, 400);
      const user: User = {
        id: String(nextId++),
        user_group_id: userGroup,
        user_name: body.user_name,
        email_address: body.email_address,
        password: `Key${nextId}x`,
        expired_time: mood.expires,
      };
      users.push(user);
      return void answer(response, 200, toJson(user));
    }
    const at = users.findIndex(({ id }) => url.pathname === `/endusers/${id}`);
    if (request.method !== 'DELETE' || at < 0) return void failed(response, 404);
    users.splice(at, 1);
    response.writeHead(200).end();
  }

  /** Keeps the next request, or the next of one method, waiting. @returns what lets it continue */
  function hold(method?: string): () => void {
    const { promise: opened, resolve } = Promise.withResolvers<void>();
    gate = { method, opened };
    return resolve;
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The controller has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    users,
    mood,
    hold,
    waiting: () => waiting,
    asked: () => asked,
  };
}

function toJson({ id, user_group_id, ...user }: User): string {
  return `{"id":${id},"user_group_id":${user_group_id},${JSON.stringify(user).slice(1)}`;
}
