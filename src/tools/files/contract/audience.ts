interface Audience {
  /** Words for the people of each group; none for everyone. */
  groups: readonly string[];
  networks: readonly string[];
  /** All networks are the college's own. */
  isOnCampus: boolean;
}

/** Who can see a file: "For faculty and staff, on campus only." It stands alone, under a heading and in a message. */
export function describeAudience({ groups, networks, isOnCampus }: Audience): string {
  const who = groups.length === 0 ? 'everyone who is signed in' : new Intl.ListFormat('en-US').format(groups);
  const places = networks.length === 1 ? networks[0] : `${networks.length} networks`;
  const where = isOnCampus ? ', on campus only' : networks.length === 0 ? '' : `, only from ${places}`;
  return `For ${who}${where}.`;
}
