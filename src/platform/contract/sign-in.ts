import { z } from 'zod';
import { defineCall, formBody, pageReply, redirectReply, textReply } from './call.ts';
import { boundedText } from './fields.ts';

const params = z.object({ provider: boundedText(40) });

/** People and old scripts write these addresses: the redirect rule judges them, and nothing is refused. */
const written = z.unknown().optional();

const redirectQuery = z.object({
  redirect: written,
  postLoginRedirectUri: written,
  /** Accepted for the sake of old addresses; the campus folder decides what a provider is asked for. */
  scopesToConsent: written,
});

/** Anything that fits in a form: a name that is too long is simply a wrong name. */
const formBytes = 16 * 1024;

const unknownProvider = {
  'unknown-provider': { kind: 'not-found', detail: 'There is no sign-in provider by that name.' },
} as const;

export const startSignIn = defineCall({
  name: 'startSignIn',
  summary: "Start signing in: the provider's page, or our own page with the demo people",
  method: 'GET',
  path: '/api/auth/providers/:provider/login',
  access: 'public',
  params,
  query: redirectQuery.extend({
    /** With any value, the provider asks for an account even if it remembers one. */
    another: written,
  }),
  reply: redirectReply(302),
  refusals: unknownProvider,
});

export const submitSignIn = defineCall({
  name: 'submitSignIn',
  summary: 'Sign in with our own form (kinds `demo` and `ldap`); 303 to the requested page',
  method: 'POST',
  path: '/api/auth/providers/:provider/login',
  access: 'public',
  params,
  body: formBody(
    z.object({
      /** A demo person's. */
      email: boundedText(320).optional(),
      username: boundedText(formBytes).optional(),
      /** As it was typed: neither trimmed nor normalized. */
      password: z.string().max(formBytes).optional(),
      redirect: written,
    }),
  ),
  reply: redirectReply(303),
  refusals: unknownProvider,
});

export const finishSignIn = defineCall({
  name: 'finishSignIn',
  summary:
    'Where a sign-in ends: an OpenID Connect provider sends the browser here, and so does receiveResponse',
  method: 'GET',
  path: '/api/auth/providers/:provider/callback',
  access: 'public',
  params,
  query: z.record(z.string(), z.unknown()),
  reply: redirectReply(303),
  refusals: unknownProvider,
});

/** A response with a thousand groups is about 200 KB; a form makes it about half again as long. */
const responseBytes = 384 * 1024;

export const receiveResponse = defineCall({
  name: 'receiveResponse',
  summary: "Where a SAML provider's page posts its response; 303 to the callback, which knows the browser",
  method: 'POST',
  path: '/api/auth/providers/:provider/callback',
  access: 'public',
  fromOtherSites: true,
  params,
  body: formBody(
    z.object({
      SAMLResponse: z.string().max(responseBytes).optional(),
      /** Where a sign-in that began at the provider wants to go. */
      RelayState: written,
    }),
    { maxBytes: responseBytes },
  ),
  reply: redirectReply(303),
  refusals: unknownProvider,
});

export const readMetadata = defineCall({
  name: 'readMetadata',
  summary: "This portal's SAML metadata, for the provider",
  method: 'GET',
  path: '/api/auth/providers/:provider/metadata',
  access: 'public',
  params,
  reply: { kind: 'text', contentType: 'application/samlmetadata+xml; charset=utf-8' },
  refusals: unknownProvider,
});

export const singleLogout = defineCall({
  name: 'singleLogout',
  summary: 'Where a SAML provider ends the sessions of a person, or sends the browser after a sign-out',
  method: 'GET',
  path: '/api/auth/providers/:provider/single-logout',
  access: 'public',
  params,
  query: z.object({ SAMLRequest: written, SAMLResponse: written }),
  reply: redirectReply(302),
  refusals: unknownProvider,
});

const logoutQuery = z.object({ postLogoutRedirectUri: written });

export const logout = defineCall({
  name: 'logout',
  summary:
    'Sign out when someone comes here from our own pages or types the address; otherwise a page with a button',
  method: 'GET',
  path: '/api/auth/providers/:provider/logout',
  access: 'public',
  params,
  query: logoutQuery,
  reply: redirectReply(303),
  refusals: unknownProvider,
});

export const confirmLogout = defineCall({
  name: 'confirmLogout',
  summary: 'Sign out with the button on the sign-out page',
  method: 'POST',
  path: '/api/auth/providers/:provider/logout',
  access: 'public',
  params,
  body: formBody(z.object({ postLogoutRedirectUri: written })),
  reply: pageReply,
  refusals: unknownProvider,
});

export const readUserPhoto = defineCall({
  name: 'readUserPhoto',
  summary: "The signed-in person's photo: a JPEG of at most 96 px as base64 text",
  method: 'GET',
  path: '/api/auth/providers/:provider/user-photo',
  access: 'signed-in',
  params,
  reply: textReply(),
  refusals: { 'no-photo': { kind: 'not-found', detail: 'There is no photo.' } },
});

/** A session as its owner or IT sees it. */
export const sessionShape = z.object({
  id: z.uuid(),
  /** Browser and system, such as "Firefox on Windows". */
  device: z.string(),
  clientAddress: z.string(),
  /** Name of the provider used to sign in, as the college calls it. */
  provider: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** When it ends unless it is used. */
  endsAt: z.iso.datetime(),
  /** The session of this request. */
  current: z.boolean(),
});
export type SessionShape = z.output<typeof sessionShape>;
