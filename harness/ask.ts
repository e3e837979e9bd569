import { type Agent, request } from 'node:http';

/** What a server responded to one request. */
export interface Answer {
  status: number;
  location: string | null;
  type: string;
  retryAfter: string | null;
  /** `name=value` of each cookie that it set. */
  cookies: string[];
  body: string;
}

interface Asked {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent;
  /** Gives up when no response has come within this time, in milliseconds. */
  patience?: number;
}

/** Sends one request and reads the whole response, without following redirects. */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body, agent, patience }: Asked = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(agent === undefined ? {} : { agent }) }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          retryAfter: response.headers['retry-after'] ?? null,
          location: response.headers.location ?? null,
          cookies: (response.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? ''),
          body: Buffer.concat(pieces).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject);
    if (patience !== undefined) {
      const timer = setTimeout(() => sent.destroy(new Error(`${url} did not answer.`)), patience);
      sent.on('close', () => clearTimeout(timer));
    }
    sent.end(body);
  });
}
