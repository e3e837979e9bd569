import { readApiDescription } from '../../contract/documents.ts';
import type { CallGroup } from '../../documents/call-groups.ts';
import { type ApiInformation, describeApi } from '../../documents/openapi.ts';
import { type Route, route } from '../http/context.ts';

/** The call that describes all calls. The description is made once: calls do not change while the server runs. */
export function documentRoutes(groups: readonly CallGroup[], about: ApiInformation): Route[] {
  const description = describeApi(groups, about);
  return [route(readApiDescription, async () => description)];
}
