import { expect, onTestFinished, test } from 'vitest';
import { accountOf, collegeForTests } from './oidc/testing/college.ts';

const college = collegeForTests();

test('failures of a provider are counted, and a sign-in that works is not', async () => {
  const { metrics } = college.portal.quad.platform;
  const failures = async () =>
    (await metrics.getSingleMetric('quad_provider_failures_total')?.get())?.values
      .filter(({ labels }) => labels.provider === 'college')
      .map(({ labels, value }) => ({ reason: labels.reason, value }));
  const browser = college.visitor();
  await browser.signIn('college');
  expect(await failures()).toEqual([{ reason: 'unreachable', value: 0 }]);
  await college.provider.close();
  onTestFinished(() => college.provider.open());
  await college.ageGroups(901);
  expect((await accountOf(browser.client)).status).toBe(200);
  expect(await failures()).toEqual([{ reason: 'unreachable', value: 1 }]);
});
