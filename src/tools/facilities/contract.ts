import { z } from 'zod';
import { defineCall, jsonReply } from '../../platform/contract/call.ts';
import { campusText } from '../../platform/contract/texts.ts';

/** The pages, named as their address and as their file. */
export const pageName = z.enum(['building-access-policy', 'key-request-process', 'work-order-system']);
export type PageName = z.output<typeof pageName>;

/** What the pages may mention and only a button reveals. The text about it comes with the page, not with the bundle. */
export const secretNames = ['account', 'password'] as const;
export const secretName = z.enum(secretNames);
export type SecretName = z.output<typeof secretName>;

const access = 'signed-in';

export const readFacilitiesPage = defineCall({
  name: 'readFacilitiesPage',
  summary: 'The text of a Facilities page, as blocks without HTML',
  method: 'GET',
  path: '/api/departments/facilities/pages/:page',
  access,
  params: z.object({ page: pageName }),
  reply: jsonReply(z.object({ data: campusText })),
  refusals: {
    withdrawn: {
      kind: 'not-found',
      detail: "This page isn't published right now. Please ask Facilities.",
    },
  },
});

export const revealFacilitiesSecret = defineCall({
  name: 'revealFacilitiesSecret',
  summary: 'Show one of the secrets that the Facilities pages mention',
  method: 'POST',
  path: '/api/departments/facilities/secrets/:secret/reveal',
  access,
  params: z.object({ secret: secretName }),
  reply: jsonReply(z.object({ data: z.object({ value: z.string() }) })),
  answersSecret: true,
  discloses: 'facilities-secret.reveal',
  refusals: {
    'not-configured': {
      kind: 'not-found',
      detail: "This isn't set up in the portal. Please ask Facilities.",
    },
    'too-often': {
      kind: 'too-many',
      detail: "You've viewed this too many times. Wait a few minutes.",
    },
  },
});

/** Every call of this tool, for the documents and the access matrix. */
export const facilitiesCalls = { readFacilitiesPage, revealFacilitiesSecret };
