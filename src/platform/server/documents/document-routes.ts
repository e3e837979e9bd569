import { readApiDescription } from '../../contract/documents.ts';
import type { CallGroup } from '../../documents/call-groups.ts';
import { type ApiInformation, describeApi } from '../../documents/openapi.ts';
import { type Route, route } from '../http/context.ts';

/**
 * The call that describes all calls. The description is made once, on the first request: calls do not change while the
 * server runs, and describing all of them takes as long as a good part of a start.
 */
export function documentRoutes(groups: readonly CallGroup[], about: ApiInformation): Route[] {
  let description: ReturnType<typeof describeApi> | undefined;
  return [
    route(readApiDescription, async () => {
      description ??= describeApi(groups, about);
      return description;
    }),
  ];
}
