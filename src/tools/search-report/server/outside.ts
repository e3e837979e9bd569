import { connectionCode } from '../../../platform/server/log/connection-code.ts';
import { connectionAdvice } from '../../../platform/server/outside/connection-advice.ts';
import type { Settings } from '../../../platform/server/settings/tool-settings.ts';
import { OutsideFailure, type OutsideSystem } from '../../../platform/server/tool/outside-system.ts';
import type { searchReportSettings } from '../settings.ts';
import { elasticSettings } from './events/choose.ts';
import { createElasticClient, outcome } from './events/elastic/elastic-client.ts';
import { EngineFailure } from './events/sign-in-events.ts';

/** A search that no document is found by. */
const nothing = { size: 0, track_total_hits: false, query: { match_none: {} } };
const advice = 'Check QUAD_ELASTIC_URL, its key or password, and index in search-report.yaml.';
const named = {
  what: 'search engine',
  setting: 'QUAD_ELASTIC_URL',
  authority: 'in NODE_EXTRA_CA_CERTS',
  ports: '9200 with https://',
};

/** The search engine, if the settings name one. */
export function outsideOfReports({
  campus,
  environment,
}: Settings<typeof searchReportSettings>): OutsideSystem[] {
  const settings = elasticSettings(campus, environment);
  if (settings === null) return [];
  return [
    {
      what: 'search engine',
      async check(signal) {
        const { _shards: shards } = await createElasticClient(settings)
          .search(outcome, nothing, null, signal)
          .catch(sayFailure);
        if (shards.total === 0) throw new OutsideFailure(`It has no index ${settings.index}. ${advice}`);
        return `it has ${settings.index}`;
      },
    },
  ];
}

function sayFailure(error: unknown): never {
  if (!(error instanceof EngineFailure)) throw error;
  const code = error.cause === undefined ? null : connectionCode(error.cause);
  const what = code === null ? error.message : `${error.message} (${code})`;
  const known = code === null ? undefined : connectionAdvice(code, named);
  throw new OutsideFailure(`It can't be searched: ${what}. ${known ?? advice}`, { cause: error });
}
