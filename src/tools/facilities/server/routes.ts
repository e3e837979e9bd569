import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { type Facilities, handleReadFacilitiesPage, handleRevealFacilitiesSecret } from './operations.ts';

export function facilitiesRoutes(shared: Facilities): Route[] {
  return [
    route(calls.readFacilitiesPage, (_context, input) => handleReadFacilitiesPage(shared, input)),
    route(calls.revealFacilitiesSecret, (context, input) =>
      handleRevealFacilitiesSecret(shared, context, input),
    ),
  ];
}
