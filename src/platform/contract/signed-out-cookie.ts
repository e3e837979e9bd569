/**
 * Name of the cookie, without the prefix that https gives it, from which pages learn that the last person here was
 * signed out for good: by signing out, a block, or someone who ended the session. Unlike the session's own cookie,
 * scripts can read it. It says nothing about anyone. The next sign-in deletes it.
 */
export const signedOutCookie = 'quad-signed-out';
