/** Why a `fetch` failed, as a code: that of the connection if there is one, such as `ECONNREFUSED`. Its message may have the address. */
export function connectionCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : error.name;
}
