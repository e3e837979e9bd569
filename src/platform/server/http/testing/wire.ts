import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test writes whatever it likes, byte by byte. */
export interface Wire {
  readonly socket: Socket;
  write(bytes: string | Buffer): void;
  /** Everything that has arrived so far. */
  readonly received: string;
  /** Waits until the received text contains this one. @throws Error if the server closes first */
  until(text: string): Promise<string>;
  /** Waits until the server has closed; returns all that came. A reset counts as a close, see `reset`. */
  end(): Promise<string>;
  /** Whether the server cut the connection instead of closing it. */
  readonly reset: boolean;
}

/** @param address `http://host:port` */
export async function openWire(address: string): Promise<Wire> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  let reset = false;
  let ended = false;
  socket.setEncoding('latin1');
  socket.on('data', (piece) => {
    received += String(piece);
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    reset ||= error.code === 'ECONNRESET' || error.code === 'EPIPE';
  });
  // Not `once` from `node:events`, which fails on a reset.
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      ended = true;
      resolve();
    });
  });
  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    get received() {
      return received;
    },
    get reset() {
      return reset;
    },
    async until(text) {
      while (!received.includes(text)) {
        if (ended) throw new Error(`The connection was closed after: ${received}`);
        await Promise.race([once(socket, 'data'), closed]);
      }
      return received;
    },
    async end() {
      await closed;
      return received;
    },
  };
}

/**
 * Writes all at once and reads until the server closes.
 * @param patience Milliseconds without a byte after which we close
 */
export async function talk(address: string, bytes: string | Buffer, patience = 25_000): Promise<string> {
  const wire = await openWire(address);
  wire.socket.setTimeout(patience, () => wire.socket.end());
  wire.write(bytes);
  return wire.end();
}
