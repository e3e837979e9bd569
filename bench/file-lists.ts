import { measureGrowth } from './harness/list-growth.ts';
import type { Row } from './harness/row.ts';
import { fillFiles, listedPages } from './tools/files.ts';

export const fileLists: Row = {
  name: 'file-lists',
  about: 'Pages of files with 100,000 of them, compared to the same pages with 1,000',
  run: (bench) =>
    measureGrowth(bench, { noun: 'files', table: 'files', fill: fillFiles, pages: listedPages }),
};
