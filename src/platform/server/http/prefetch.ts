import type { IncomingHttpHeaders } from 'node:http';

/** How browsers mark a request for a page that no one has opened yet: Chrome, older Chrome, Safari, older Firefox. */
const marks = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Whether a header of this name, in lower case, may mark a prefetch. */
export function marksPrefetch(name: string): boolean {
  return marks.some((mark) => mark === name);
}

/** Whether a browser asks ahead of time: the response is shown later or never, so the request must have no effect. */
export function isPrefetch(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === 'GET' && marks.some((mark) => /prefetch|prerender|preview/i.test(String(headers[mark] ?? '')))
  );
}
