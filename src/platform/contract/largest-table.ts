/** The largest table that may be uploaded, for programs and for people. It is held in memory while it is read. */
export const largestTable = {
  bytes: 20 * 1024 * 1024,
  rows: 100_000,
  text: 'At most 20 MB and 100,000 rows',
} as const;
