import { pathOf } from '../../../platform/contract/call.ts';
import { downloadFileVersion, followFile } from '../contract.ts';

/** The link that people share, at the address under which this page is open. */
export function linkTo(id: string): string {
  return location.origin + pathOf(followFile, { id });
}

/** Where a browser downloads a file, or one of its versions: a plain link, so that nothing goes through the page. */
export function downloadAddress(id: string, number?: number): string {
  return number === undefined
    ? pathOf(followFile, { id })
    : pathOf(downloadFileVersion, { id, number: String(number) });
}
