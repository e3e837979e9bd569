import type { WhoHelps } from '../../contract/who-helps.ts';

/** The last lines of an email that no one can reply to. */
export function signature({
  product,
  supportContact,
  supportTeam = 'IT',
}: WhoHelps & { product: string }): string[] {
  return [
    ...(supportContact === undefined ? [] : [`${supportTeam}: ${supportContact}`]),
    `${product} sent this email automatically. Replies are not read.`,
  ];
}
