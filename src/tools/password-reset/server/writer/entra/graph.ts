import { z } from 'zod';
import { connectionCode } from '../../../../../platform/server/log/connection-code.ts';
import { fetchWhole } from '../../../../../platform/server/outside/fetch-whole.ts';
import { DirectoryDown } from '../password-writer.ts';

export interface GraphSettings {
  tenantId: string;
  clientId: string;
  secret: string;
  /** `https://graph.microsoft.com`, or that of a national cloud. */
  graphUrl: string;
  /** `https://login.microsoftonline.com`, or that of a national cloud. */
  loginUrl: string;
}

/** A response of Microsoft Graph, which may be a refusal. */
export interface GraphAnswer {
  status: number;
  json: unknown;
}

const patience = 10_000;
/** For a response: a person, their roles, or a token. */
const mostBytes = 2 * 1024 * 1024;
const token = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** Microsoft Graph version 1.0 as an application, with client credentials. */
export function openGraph({ tenantId, clientId, secret, graphUrl, loginUrl }: GraphSettings) {
  let kept: { value: string; until: number } | null = null;
  const accessToken = async (): Promise<string> => {
    if (kept !== null && Date.now() < kept.until) return kept.value;
    const { status, json } = await fetchJson(
      `${loginUrl}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
      {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: secret,
          scope: `${graphUrl}/.default`,
        }),
      },
    );
    const parsed = token.safeParse(json);
    if (status !== 200 || !parsed.success) throw new DirectoryDown(`TOKEN_${status}`);
    kept = { value: parsed.data.access_token, until: Date.now() + (parsed.data.expires_in - 60) * 1_000 };
    return kept.value;
  };
  return {
    /** @param path Below `/v1.0`. @throws DirectoryDown without a response, or if we can't sign in */
    async ask(method: 'GET' | 'PATCH', path: string, body?: object): Promise<GraphAnswer> {
      const answer = await fetchJson(`${graphUrl}/v1.0${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await accessToken()}`,
          // Without it, Graph accepts no list of roles.
          consistencylevel: 'eventual',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.status === 401) kept = null;
      return answer;
    },
  };
}

/** Failures of a connection on which nothing has been sent yet. */
const unsent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What an error says is never passed on: it may repeat what was sent. */
async function fetchJson(url: string, request: RequestInit): Promise<GraphAnswer> {
  try {
    const response = await fetchWhole(url, { ...request, most: mostBytes, patience });
    const text = await response.text();
    return { status: response.status, json: text === '' ? null : JSON.parse(text) };
  } catch (error) {
    const code = connectionCode(error);
    throw new DirectoryDown(code, { isUnanswered: request.method === 'PATCH' && !unsent.has(code) });
  }
}
