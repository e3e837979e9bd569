import { connect } from 'node:net';
import { percentile } from './statistics.ts';

/** The bytes of a request, and a check that its response is right. */
export interface Shot {
  bytes: Buffer;
  /** @param head Status line and headers. */
  isRight(head: string, body: string): boolean;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** All responses, including those after the end. */
  answers: number;
  wrong: number;
  /** The first wrong response, for finding out why. */
  firstWrong: string | null;
}

interface LoadOptions {
  port: number;
  seconds: number;
  connections?: number;
}

/** As many browsers as the table of goals assumes. */
export const manyConnections = 50;

/** An HTTP/1.1 request on a kept-alive connection. */
export function requestOf(
  method: string,
  path: string,
  port: number,
  headers: Record<string, string> = {},
  body = '',
): Buffer {
  const all = {
    host: `localhost:${port}`,
    ...headers,
    ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/**
 * Keeps a number of connections busy for a few seconds, each with one request at a time. It is a generator of
 * our own because the machine has few cores, and what the generator uses is missing for the server; it still
 * checks every response.
 */
export async function load(next: () => Shot, options: LoadOptions): Promise<LoadResult> {
  const { seconds, connections = manyConnections } = options;
  const begin = performance.now();
  const run: Run = {
    next,
    port: options.port,
    end: begin + seconds * 1000,
    latencies: [],
    late: 0,
    wrong: 0,
    firstWrong: null,
  };
  await Promise.all(Array.from({ length: connections }, () => keepBusy(run)));
  const { latencies, late, wrong, firstWrong } = run;
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond: (latencies.length - late) / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    answers: latencies.length,
    wrong,
    firstWrong,
  };
}

interface Run {
  next: () => Shot;
  port: number;
  end: number;
  latencies: number[];
  late: number;
  wrong: number;
  firstWrong: string | null;
}

function keepBusy(run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    let shot = run.next();
    let sentAt = 0;
    let received: Buffer = nothing;
    const take = (piece: Buffer) => {
      const whole = received.length === 0 ? piece : Buffer.concat([received, piece]);
      const answer = wholeAnswer(whole);
      if (answer === null) {
        // The socket's buffer is reused for what comes next.
        received = whole === piece ? Buffer.from(piece) : whole;
        return;
      }
      const now = performance.now();
      received = nothing;
      run.latencies.push(now - sentAt);
      if (!shot.isRight(answer.head, answer.body)) {
        run.wrong += 1;
        run.firstWrong ??=
          `${shot.bytes.toString().split('\r\n', 1)[0]}: ${answer.head}\n${answer.body}`.slice(0, 2_000);
      }
      if (now >= run.end) {
        run.late += 1;
        socket.removeAllListeners('close');
        socket.destroy();
        resolve();
        return;
      }
      shot = run.next();
      send();
    };
    // Bytes are read where the system puts them: a stream would cost the generator more than its responses.
    const buffer = Buffer.allocUnsafe(64 * 1024);
    const callback = (length: number) => {
      take(buffer.subarray(0, length));
      return true;
    };
    const onread = { buffer, callback };
    const socket = connect({ port: run.port, host: '127.0.0.1', noDelay: true, onread });
    const send = () => {
      sentAt = performance.now();
      socket.write(shot.bytes);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
  });
}

const nothing = Buffer.alloc(0);
const headEnd = Buffer.from('\r\n\r\n');

/** Every response here states its length; one that does not has no body. */
function wholeAnswer(received: Buffer): { head: string; body: string } | null {
  const end = received.indexOf(headEnd);
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end + 2);
  const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1] ?? 0);
  const start = end + headEnd.length;
  if (received.length < start + length) return null;
  return { head, body: length === 0 ? '' : received.toString('utf8', start, start + length) };
}
