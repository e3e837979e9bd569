import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../refusal/refusal.ts';
import { bearerOf } from './bearer.ts';

/**
 * Refuses writes that another site could have sent with this person's cookie: everything but GET and HEAD needs
 * `Sec-Fetch-Site: same-origin` or an `Origin` equal to ours. Browsers set both themselves; a page cannot forge them.
 * A request with a service token needs neither: its cookies do not count.
 */
export function assertSameSite(method: string, headers: IncomingHttpHeaders, publicUrl: string): void {
  if (method === 'GET' || method === 'HEAD' || bearerOf(headers) !== null) return;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  // If present, this header wins over Origin, since it is stricter.
  if (site === undefined && headers.origin === publicUrl) return;
  throw forbidden('This request came from another site and was refused.');
}
