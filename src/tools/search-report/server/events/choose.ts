import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import type { SearchReportCampus, SearchReportEnvironment } from '../../settings.ts';
import type { ElasticSettings } from './elastic/elastic-client.ts';
import { createElasticEvents } from './elastic/elastic-events.ts';
import { createEmbeddedEvents } from './embedded.ts';
import type { SignInEvents } from './sign-in-events.ts';

/** The search engine that the environment names; otherwise the portal's own sign-ins. */
export function chooseEvents(
  { reader }: Pick<Platform, 'reader'>,
  campus: SearchReportCampus,
  environment: SearchReportEnvironment,
): SignInEvents {
  const settings = elasticSettings(campus, environment);
  if (settings === null) return createEmbeddedEvents(reader);
  return createElasticEvents({ ...settings, fields: campus.fields });
}

/** `null` if the environment names no search engine. */
export function elasticSettings(
  { index }: SearchReportCampus,
  environment: SearchReportEnvironment,
): ElasticSettings | null {
  const { QUAD_ELASTIC_URL: url } = environment;
  return url === undefined ? null : { url, index, authorization: authorizationOf(environment) };
}

function authorizationOf({
  QUAD_ELASTIC_API_KEY: key,
  QUAD_ELASTIC_USER: user,
  QUAD_ELASTIC_PASSWORD: password,
}: SearchReportEnvironment): string | null {
  if (key !== undefined) return `ApiKey ${key}`;
  return user === undefined ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
