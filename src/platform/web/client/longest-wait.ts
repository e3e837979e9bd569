/** How long a call may take until its answer is complete; an upload may take as long as it moves. Milliseconds. */
export const longestWait = { call: 30_000, upload: 15 * 60_000 };

/** An upload that tells its progress may take any time, but never so long without a byte. */
export const longestSilence = 90_000;
