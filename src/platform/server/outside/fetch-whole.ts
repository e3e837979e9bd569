/** A response that is longer than any that is useful, or never ends. */
class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
  readonly code = 'RESPONSE_TOO_LARGE';
}

/** The highest status that a `Response` may be made with; servers send up to 999. */
const highestStatus = 599;

/** `fetch` for a library that reads the response itself. It fails after `most` bytes, whatever length was announced. */
export async function fetchUpTo(most: number, url: string, request: RequestInit): Promise<Response> {
  const { body, status, statusText, headers } = await fetch(url, request);
  const known = { status: Math.min(status, highestStatus), statusText, headers };
  return new Response(body === null ? null : body.pipeThrough(endAfter(most)), known);
}

interface WholeRequest extends Omit<RequestInit, 'redirect'> {
  /** Bytes of a response, unpacked. */
  most: number;
  /** Milliseconds until its last byte. */
  patience: number;
}

/**
 * Asks a service that the settings name, and reads the whole response: what is returned waits for nothing more. Follows no
 * redirect, since requests carry tokens. @throws ResponseTooLarge, the reason of `signal`, and what `fetch` throws
 */
export async function fetchWhole(
  url: string,
  { most, patience, signal, ...request }: WholeRequest,
): Promise<Response> {
  const limit = AbortSignal.timeout(patience);
  const end = signal == null ? limit : AbortSignal.any([signal, limit]);
  const response = await fetchUpTo(most, url, { ...request, redirect: 'error', signal: end });
  return response.body === null ? response : new Response(await response.arrayBuffer(), response);
}

function endAfter(most: number): TransformStream<Uint8Array, Uint8Array> {
  let total = 0;
  return new TransformStream({
    transform(piece, controller) {
      total += piece.byteLength;
      if (total > most) controller.error(new ResponseTooLarge(`A response has more than ${most} bytes.`));
      else controller.enqueue(piece);
    },
  });
}
