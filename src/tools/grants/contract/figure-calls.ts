import { z } from 'zod';
import { defineCall, downloadReply, jsonReply } from '../../../platform/contract/call.ts';
import { fiscalYear, grantFigures } from './figure-shapes.ts';

const base = '/api/committees/faculty-growth-development';

export const readGrantFigures = defineCall({
  name: 'readGrantFigures',
  summary: 'What was applied for and approved in a fiscal year, the current one by default',
  method: 'GET',
  path: `${base}/figures`,
  access: 'grants.view',
  query: z.object({ year: fiscalYear.optional() }),
  reply: jsonReply(z.object({ data: grantFigures })),
});

export const exportApplications = defineCall({
  name: 'exportApplications',
  summary: 'Every submitted application as CSV, newest first; only one fiscal year with `year`',
  method: 'GET',
  path: `${base}/applications/export`,
  access: 'grants.view',
  query: z.object({ year: fiscalYear.optional() }),
  reply: downloadReply('text/csv; charset=utf-8'),
  discloses: 'grant-application.export',
});
