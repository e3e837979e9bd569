import { measureGrowth } from './harness/list-growth.ts';
import type { Row } from './harness/row.ts';
import { applicationPages, fillApplications } from './tools/grants.ts';

export const grantLists: Row = {
  name: 'grant-lists',
  about: 'Pages of funding applications with 100,000 of them, compared to the same pages with 1,000',
  run: (bench) =>
    measureGrowth(bench, {
      noun: 'applications',
      table: 'grant_applications',
      fill: fillApplications,
      pages: applicationPages,
    }),
};
