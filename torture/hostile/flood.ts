import { connect } from 'node:net';

/**
 * Sends the same bytes on many new connections at once, and reads what comes until the server closes them.
 * @returns how many first responses had each status; 0 stands for none
 */
export async function flood(port: number, count: number, bytes: Buffer): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      let begun = '';
      socket.on('data', (piece: Buffer) => {
        if (begun.length < 12) begun += piece.toString('latin1', 0, 12);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(begun)?.[1] ?? 0);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        resolve();
      });
      socket.on('connect', () => socket.write(bytes));
    });
  await Promise.all(Array.from({ length: count }, one));
  return statuses;
}
