/** Every header in which some proxy names a client's address, all with this one. */
export function pretendingToBe(address: string): Record<string, string> {
  const headers = [
    'x-forwarded-for',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-originating-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'fastly-client-ip',
  ];
  return { ...Object.fromEntries(headers.map((name) => [name, address])), forwarded: `for="${address}"` };
}
