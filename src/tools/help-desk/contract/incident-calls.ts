import { z } from 'zod';
import { defineCall, jsonBody, jsonReply } from '../../../platform/contract/call.ts';
import { id } from '../../../platform/contract/fields.ts';
import { pagedList } from '../../../platform/contract/paging.ts';
import { incident, incidentChange, newIncident } from './incident-shapes.ts';
import { unknownCategory } from './refusals.ts';

const params = z.object({ id });
const one = z.object({ data: incident });
const unknown = { kind: 'not-found', detail: "This known issue doesn't exist." } as const;

export const joinIncident = defineCall({
  name: 'joinIncident',
  summary: 'Say that you have a known issue, too, to be notified of updates; saying it again changes nothing',
  method: 'POST',
  path: '/api/support/incidents/:id/people',
  access: 'help-desk.submit',
  params,
  reply: jsonReply(one),
  refusals: {
    unknown,
    'already-solved': {
      kind: 'conflict',
      detail: 'This issue is solved. If you still have it, submit a ticket.',
    },
  },
  idempotent: true,
});

export const listAllIncidents = defineCall({
  name: 'listAllIncidents',
  summary: 'All known issues for the desk, solved ones included, newest first',
  method: 'GET',
  path: '/api/support/desk/incidents',
  access: 'help-desk.work',
  ...pagedList(incident, {}),
});

export const postIncident = defineCall({
  name: 'postIncident',
  summary: 'Post a known issue: everyone sees it on the help desk form, on Support, and on the dashboard',
  method: 'POST',
  path: '/api/support/desk/incidents',
  access: 'help-desk.work',
  body: jsonBody(newIncident),
  reply: jsonReply(one, 201),
  refusals: { 'unknown-category': unknownCategory },
  idempotent: true,
});

export const changeIncident = defineCall({
  name: 'changeIncident',
  summary: 'Update or solve a known issue; everyone who has it is notified once',
  method: 'PUT',
  path: '/api/support/desk/incidents/:id',
  access: 'help-desk.work',
  params,
  body: jsonBody(incidentChange),
  reply: jsonReply(one),
  refusals: {
    unknown,
    'unknown-category': unknownCategory,
    'stale-version': {
      kind: 'conflict',
      detail: 'Someone else updated this issue in the meantime. Check it and try again.',
    },
  },
  idempotent: true,
});
