/** Milliseconds until the response to a call is complete; an upload may take as long as it makes progress. */
export const longestWait = { call: 30_000, upload: 15 * 60_000 };

/** An upload that reports progress may take any time, but never this long without a byte. */
export const longestSilence = 90_000;
