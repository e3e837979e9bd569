/** What the address of the database can say after its `?`: the driver (`pg-connection-string`, `pg`) reads these, and ignores all others. */
const known: ReadonlySet<string> = new Set([
  ...['user', 'password', 'host', 'port', 'options', 'client_encoding', 'replication', 'binary'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'],
  // Left out by Quad, which has its own name.
  ...['application_name', 'fallback_application_name'],
]);

/** The names of those that have no effect, such as `ssl_mode`. */
export function unknownParameters(databaseUrl: string): string[] {
  return [...new Set(new URL(databaseUrl).searchParams.keys())].filter((name) => !known.has(name));
}

/** A `?` in a password that looks like a port so far: the rest of it would count as parameters. */
export function hasPasswordInParameters({ searchParams }: URL): boolean {
  return [...searchParams].some(([name, value]) => !known.has(name) && `${name}${value}`.includes('@'));
}
