/**
 * A typed birthdate as it goes out: `03/09/2005` as `3/9/2005`, and so does `2005-03-09`, which password managers fill in
 * for `bday`.
 */
export function birthdateOf(typed: string): string {
  return typed
    .trim()
    .replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')
    .replace(/^0(?=\d\/)/, '')
    .replace(/\/0(?=\d\/)/, '/');
}
