/** The most connections in each pool. What is recorded alongside a change must not wait for those that changes hold. */
export function shareConnections(most: number) {
  // One listens, and one is for `/health/ready`.
  const shared = most - 2;
  const beside = Math.max(2, Math.floor(shared / 5));
  const reading = Math.max(2, Math.floor((shared * 3) / 8));
  return { writing: shared - beside - reading, beside, reading };
}
