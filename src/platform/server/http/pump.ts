import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends an answer whose headers are set, piece by piece, and asks for the next piece once the one before it has left: its
 * memory is used again. A stream that is piped would take new memory for each, which costs more than the sending.
 */
export async function pump(
  { raw: { socket }, log }: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<Buffer>,
): Promise<FastifyReply> {
  const { raw: response } = reply.hijack();
  let giveUp = (_error: Error): void => undefined;
  // A second answer on a connection has no part of it yet, so that it is not told when the connection closes.
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
    // Not an orderly end, so that nobody takes a part for the whole.
    socket.destroy();
  } finally {
    socket.off('close', leave);
  }
  return reply;
}
