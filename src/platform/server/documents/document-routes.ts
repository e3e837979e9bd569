import { readApiDescription } from '../../contract/documents.ts';
import type { CallGroup } from '../../documents/call-groups.ts';
import { type ApiInformation, describeApi } from '../../documents/openapi.ts';
import { type Route, route } from '../http/context.ts';

/**
 * The call that describes all calls. The description is made once, when somebody asks for it: calls do not change while
 * the server runs, and to describe all of them takes a good part of a start.
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
