/**
 * Name of the cookie, before the prefix that https gives it, by which pages learn that whoever was signed in here has
 * been signed out for good: by logging out, a block, or somebody who ended the session. Unlike the session's own cookie,
 * scripts can read it. It says nothing about anybody. The next sign-in deletes it.
 */
export const signedOutCookie = 'quad-signed-out';
