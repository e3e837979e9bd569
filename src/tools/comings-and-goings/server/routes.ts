import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleDecide, handleEnd, handleHandOver, type Services } from './operations.ts';
import { handleListDepartures, handleReadBelongings } from './readings.ts';

export function comingsAndGoingsRoutes(services: Services): Route[] {
  return [
    route(calls.listDepartures, (context, input) => handleListDepartures(services, context, input)),
    route(calls.readBelongings, (context, { params }) => handleReadBelongings(services, context, params.id)),
    route(calls.handOverThings, (context, input) => handleHandOver(services, context, input)),
    route(calls.endThings, (context, input) => handleEnd(services, context, input)),
    route(calls.decideDeparture, handleDecide),
  ];
}
