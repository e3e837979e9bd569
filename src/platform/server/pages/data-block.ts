import type { PageData } from '../../contract/account.ts';

/** JSON that cannot close the script element it is in. */
export function toDataBlock(data: PageData): string {
  return JSON.stringify(data).replace(/</g, '\\u003c');
}
