/**
 * What destructuring leaves when every field has been named. `const { id, name, ...rest } = row; rest
 * satisfies NothingLeft;` no longer compiles once a row or a query has another field, until someone decides
 * what happens to it.
 */
export type NothingLeft = Readonly<Record<string, never>>;
