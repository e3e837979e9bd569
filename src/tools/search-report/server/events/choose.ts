import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import type { SearchReportCampus, SearchReportEnvironment } from '../../settings.ts';
import { createElasticEvents } from './elastic/elastic-events.ts';
import { createEmbeddedEvents } from './embedded.ts';
import type { SignInEvents } from './sign-in-events.ts';

/** The search engine that the environment names; otherwise the portal's own sign-ins. */
export function chooseEvents(
  { reader }: Pick<Platform, 'reader'>,
  { index, fields }: SearchReportCampus,
  environment: SearchReportEnvironment,
): SignInEvents {
  const { QUAD_ELASTIC_URL: url } = environment;
  if (url === undefined) return createEmbeddedEvents(reader);
  return createElasticEvents({ url, index, fields, authorization: authorizationOf(environment) });
}

function authorizationOf({
  QUAD_ELASTIC_API_KEY: key,
  QUAD_ELASTIC_USER: user,
  QUAD_ELASTIC_PASSWORD: password,
}: SearchReportEnvironment): string | null {
  if (key !== undefined) return `ApiKey ${key}`;
  return user === undefined ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
