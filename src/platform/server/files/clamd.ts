import { connect, type Socket } from 'node:net';
import type { FileScanner, Finding } from './scanner.ts';

/** Where clamd listens. */
type ClamdAddress = { path: string } | { host: string; port: number };

/**
 * How long clamd may take for one file, in milliseconds: less than a proxy waits for a response (65 seconds
 * in our `nginx.conf`), so that the sender is told what happened.
 */
const patience = 50_000;
/** Its answers are one short line. */
const longestAnswer = 4_096;

interface Clamd {
  address: ClamdAddress;
  /** What its `MaxFileSize` and `StreamMaxLength` allow: beyond the first, clamd calls a file that it did not read clean. */
  largest: number;
  /** If different from the default patience. */
  within?: number;
}

/** Why clamd gave no finding, as a sentence for the log. */
class ScannerError extends Error {
  override readonly name = 'ScannerError';
}

/** ClamAV's scanner, with the command INSTREAM of its protocol (`man clamd`). */
export function createClamd({ address, largest, within = patience }: Clamd): FileScanner {
  return {
    largest,
    async scan(content, signal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(within)]);
      try {
        return read(await ask(address, content, limited));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new ScannerError(`clamd says nothing about a file: ${why}.`, { cause: error });
      }
    },
  };
}

function read(answer: string): Finding {
  if (answer === 'stream: OK') return { kind: 'clean' };
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  // This is its answer with `AlertExceedsMax yes`.
  if (found?.startsWith('Heuristics.Limits.Exceeded') || answer.startsWith('INSTREAM size limit exceeded'))
    return { kind: 'beyond limits' };
  if (found !== undefined) return { kind: 'infected', with: found };
  throw new Error(`it answered "${answer.slice(0, 200)}"`);
}

async function ask(
  address: ClamdAddress,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const socket = connect(address);
  const stop = () => socket.destroy(new Error('it did not answer in time'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answer = answerOf(socket);
    await send(socket, content, answer);
    return await answer;
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** It may come before everything has been sent: clamd closes the connection after its limit. */
function answerOf(socket: Socket): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (piece) => {
      received += String(piece);
      if (received.includes('\0') || received.length > longestAnswer)
        resolve(received.split('\0', 1)[0] ?? '');
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('it closed the connection')));
  });
  // It is read after everything has been sent; until then, it may fail.
  answer.catch(() => undefined);
  return answer;
}

async function send(socket: Socket, content: AsyncIterable<Buffer>, answer: Promise<string>): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const piece of content) {
    socket.write(lengthOf(piece.length));
    // Until it has been sent, since the memory of the piece is reused.
    const gone = new Promise<void>((resolve) => void socket.write(piece, () => resolve()));
    await Promise.race([gone, answer]).catch(() => undefined);
    if (socket.destroyed) return;
  }
  socket.write(lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
