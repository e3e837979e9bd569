import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../platform/server/mail/testing/smtp.ts';
import { freePort } from '../../../platform/server/testing/free-port.ts';
import { tryOutside } from '../../../platform/server/testing/try-outside.ts';
import { startFakeEngine } from './events/elastic/testing/fake-engine.ts';
import { searchReportServer } from './index.ts';

test('the check of the settings searches for nothing, with the key and the index of the reports', async () => {
  const engine = await startFakeEngine('elasticsearch', () => []);
  onTestFinished(() => engine.stop());
  const look = () =>
    tryOutside(searchReportServer, {
      variables: { QUAD_ELASTIC_URL: engine.url, QUAD_ELASTIC_API_KEY: 'zzkeyzz' },
    });
  expect(await look()).toEqual(['search engine: it has logs-azure.signinlogs-*']);
  expect(engine.received).toMatchObject([
    { method: 'POST', authorization: 'ApiKey zzkeyzz', body: { size: 0, query: { match_none: {} } } },
  ]);
  engine.plan('refused');
  expect(await look()).toEqual([
    "FAILED search engine: It can't be searched: status 401. Check QUAD_ELASTIC_URL, its key or password, and index in search-report.yaml.",
  ]);
  engine.plan('no-index');
  expect(await look()).toEqual([
    expect.stringMatching(/^FAILED search engine: It has no index logs-azure\.signinlogs-\*\. Check /),
  ]);
});

test('a search engine that no connection can be made to is reported with what to check', async () => {
  const { host } = await startServer({ secure: true });
  const look = (url: string) =>
    tryOutside(searchReportServer, {
      variables: { QUAD_ELASTIC_URL: url, QUAD_ELASTIC_API_KEY: 'zzkeyzz' },
    });
  expect(await look(`https://${host}`)).toEqual([
    expect.stringMatching(
      /^FAILED .* \(CERT_HAS_EXPIRED\)\. The certificate of the search engine has expired/,
    ),
  ]);
  expect(await look(`https://127.0.0.1:${await freePort()}`)).toEqual([
    expect.stringMatching(/nothing listens there\. .* the port in QUAD_ELASTIC_URL\.$/),
  ]);
});

test('without a search engine there is nothing to check', async () => {
  expect(await tryOutside(searchReportServer, {})).toEqual([]);
});
