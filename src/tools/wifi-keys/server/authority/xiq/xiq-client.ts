import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { connectionCode } from '../../../../../platform/server/log/connection-code.ts';
import { fetchWhole } from '../../../../../platform/server/outside/fetch-whole.ts';
import { refusalOf } from '../../../../../platform/server/refusal/declared-refusal.ts';
import { OutsideFailure } from '../../../../../platform/server/tool/outside-system.ts';
import { readWifiKey } from '../../../contract.ts';

export interface XiqSettings {
  url: string;
  token: string;
  /** The id of the user group whose rules make the keys. */
  userGroup: string;
}

/** An end user, as far as Quad needs one. Ids are 64-bit integers, which a JavaScript number can't always hold. */
const endUser = z.object({
  id: z.string(),
  user_name: z.string(),
  user_group_id: z.string().nullish(),
  password: z.string().nullish(),
  expired_time: z.string().nullish(),
});
export type EndUser = z.output<typeof endUser>;

const page = z.object({ total_pages: z.coerce.number().nullish(), data: z.array(endUser) });

export interface XiqClient {
  find(userName: string): Promise<EndUser[]>;
  create(user: { userName: string; name: string; email: string }): Promise<EndUser>;
  /** Even if there is none. */
  remove(id: string): Promise<void>;
}

/** The longest that a person waits for the controller, in milliseconds. */
const patience = 8_000;
/** For a response: a page of a hundred users takes less. */
const mostBytes = 1024 * 1024;
/** No name has more than one page of users, unless something is very wrong. */
const mostPages = 5;

/** ExtremeCloud IQ by its documented interface. Everything that it can't answer is `controller-down`, with the reason in the log. */
export function createXiqClient(
  { url, token, userGroup }: XiqSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): XiqClient {
  async function ask(
    method: string,
    path: string,
    body?: string,
  ): Promise<{ status: number; json: unknown }> {
    let response: Response;
    let text: string;
    try {
      response = await fetchWhole(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
        most: mostBytes,
        patience,
      });
      text = await response.text();
    } catch (error) {
      // The message may have the address of the request, which names a person.
      const reason = connectionCode(error);
      log.warn({ reason }, 'The Wi-Fi controller did not answer.');
      throw down(`It did not answer (${reason}).`);
    }
    const { status } = response;
    if (response.ok || (method === 'DELETE' && status === 404)) return { status, json: parse(text) };
    const { error_code = null, error_id = null } = (parse(text) ?? {}) as Record<string, unknown>;
    log.warn({ status, error_code, error_id }, 'The Wi-Fi controller refused a request.');
    throw down(`It refused a request (${status}).`, Number(response.headers.get('retry-after')) || undefined);
  }

  const read = <T>(shape: z.ZodType<T>, json: unknown): T => {
    const parsed = shape.safeParse(json);
    if (parsed.success) return parsed.data;
    log.warn('The Wi-Fi controller answered in a format that Quad does not know.');
    throw down('It answered in a format that Quad does not know.');
  };

  return {
    async find(userName) {
      const found: EndUser[] = [];
      for (let number = 1; number <= mostPages; number += 1) {
        const query = new URLSearchParams({
          page: String(number),
          limit: '100',
          user_group_ids: userGroup,
          usernames: userName,
        });
        const { data, total_pages } = read(page, (await ask('GET', `/endusers?${query}`)).json);
        // The filter may match more than the name itself.
        found.push(...data.filter((user) => isThis(user, userName)));
        if (number >= (total_pages ?? 1)) break;
      }
      return found;
    },
    async create({ userName, name, email }) {
      // Without a password, the group's rule creates one; without a delivery, the controller sends nothing.
      const user = JSON.stringify({ user_name: userName, name, email_address: email });
      // The digits as they are: a JavaScript number can't always hold them.
      const body = `{"user_group_id":${userGroup},${user.slice(1)}`;
      return read(endUser, (await ask('POST', '/endusers', body)).json);
    },
    async remove(id) {
      await ask('DELETE', `/endusers/${encodeURIComponent(id)}`);
    },
  };

  function isThis(user: EndUser, userName: string): boolean {
    const isOfGroup = user.user_group_id == null || user.user_group_id === userGroup;
    return isOfGroup && user.user_name.toLowerCase() === userName.toLowerCase();
  }
}

/** JSON whose whole numbers stay text, so that no digit of an id is lost. */
function parse(text: string): unknown {
  type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
  const keepDigits: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) ? source : value;
  try {
    return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
  } catch {
    return null;
  }
}

function down(why: string, retryAfterSeconds = 30) {
  return refusalOf(readWifiKey, 'controller-down', { retryAfterSeconds, cause: new OutsideFailure(why) });
}
