import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What it does with a file: as clamd does, or as one that is broken. */
export type ClamdManner =
  | 'scan'
  | 'take long'
  | 'never answer'
  | 'limit'
  | 'alert on limit'
  | 'hang up'
  | 'complain';

/** Not the test file of EICAR: a scanner on a developer's machine would remove this file. */
export const testVirus = 'QUAD-VIRUS-OF-THE-TESTS';

/** Speaks the protocol of clamd and finds one virus. */
export async function startClamdServer(manner: ClamdManner = 'scan', port = 0) {
  const state = { manner, scanned: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    void serve(socket, state);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('clamd has no address.');
  const stop = async () => {
    if (!server.listening) return;
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { state, stop, port: address.port, address: `tcp://127.0.0.1:${address.port}` };
}

async function serve(socket: Socket, state: { manner: ClamdManner; scanned: number }): Promise<void> {
  const answer = (text: string) => void socket.end(`${text}\0`);
  const { manner } = state;
  if (manner === 'hang up') return void socket.destroy();
  const content = await readInstream(socket, manner === 'limit' ? 1_000 : Infinity);
  if (content === null) return answer('UNKNOWN COMMAND');
  state.scanned += 1;
  if (manner === 'never answer') return;
  if (manner === 'take long') await pause(2_000);
  if (manner === 'limit') return answer('INSTREAM size limit exceeded. ERROR');
  if (manner === 'alert on limit') return answer('stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND');
  if (manner === 'complain') return answer("stream: Can't allocate memory ERROR");
  answer(content.includes(testVirus) ? 'stream: Test.Virus-1 FOUND' : 'stream: OK');
}

/** What comes in frames of a length and that many bytes, up to one of length zero; `null` for anything else. */
async function readInstream(socket: Socket, most: number): Promise<Buffer | null> {
  const command = 'zINSTREAM\0';
  let received = Buffer.alloc(0);
  const pieces: Buffer[] = [];
  let at = command.length;
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, piece as Buffer]);
    if (received.length < command.length) continue;
    if (!received.subarray(0, command.length).equals(Buffer.from(command))) return null;
    while (received.length >= at + 4) {
      const length = received.readUInt32BE(at);
      if (length === 0) return Buffer.concat(pieces);
      if (received.length < at + 4 + length) break;
      pieces.push(received.subarray(at + 4, at + 4 + length));
      at += 4 + length;
      if (at > most) return Buffer.concat(pieces);
    }
  }
  return null;
}
