import type { ServerResponse } from 'node:http';

/** Sent before a test concludes that no one gave up. A client that gives up has taken much less, and so have its buffers. */
const most = 200 * 1024 * 1024;

/** A response of any status, without a length, that goes on until the client hangs up. */
export function endless(contentType = 'application/json', beginning = '{"a":"') {
  const sent = { bytes: 0 };
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const pour = (response: ServerResponse) => {
    while (!response.destroyed && sent.bytes < most) {
      sent.bytes += chunk.length;
      if (!response.write(chunk)) return void response.once('drain', () => pour(response));
    }
    response.end();
  };
  const answer = (response: ServerResponse) => {
    response.setHeader('content-type', contentType).write(beginning);
    pour(response);
  };
  return { sent, answer };
}
