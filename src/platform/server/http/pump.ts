import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends a response whose headers are set, piece by piece, and requests the next piece once the one before it has been
 * sent: its memory is reused. A stream that is piped would take new memory for each, which costs more than the sending.
 */
export async function pump(
  { raw: { socket }, log }: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<Buffer>,
): Promise<FastifyReply> {
  const { raw: response } = reply.hijack();
  let giveUp = (_error: Error): void => undefined;
  // A second response on a connection has no part of it yet, so it isn't notified when the connection closes.
  const leave = () => giveUp(new Error('The client left.'));
  socket.once('close', leave);
  const send = (piece: Buffer) =>
    new Promise<void>((resolve, reject) => {
      giveUp = reject;
      response.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  try {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value);
    let left = Number(reply.getHeader('content-length'));
    for await (const piece of pieces) {
      if (socket.destroyed) break;
      left -= piece.length;
      if (left < 0) throw new Error('The file is longer than it was.');
      await send(piece);
    }
    if (left !== 0 && !socket.destroyed) throw new Error('The file is shorter than it was.');
    response.end();
  } catch (error) {
    if (!socket.destroyed) log.error({ err: error }, 'a download broke off');
    // Not an orderly end, so that no one mistakes a part for the whole.
    socket.destroy();
  } finally {
    socket.off('close', leave);
  }
  return reply;
}
