import { pathOf } from '../../../platform/contract/call.ts';
import { downloadPoster } from '../contract.ts';
import { posters } from '../tool.ts';

/** The page of a request. */
export function posterPath(id: string): string {
  return posters.screens.poster.path.replace(':id', id);
}

/** A plain link, so that nothing goes through the page. */
export function fileAddress(id: string): string {
  return pathOf(downloadPoster, { id });
}
