/**
 * What destructuring leaves over when every field has been named. `const { id, name, ...rest } = row; rest satisfies
 * NothingLeft;` no longer compiles once a row or a query has another field, until somebody decides what becomes of it.
 */
export type NothingLeft = Readonly<Record<string, never>>;
