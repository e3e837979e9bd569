import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { exportLinks } from './export-links.ts';
import type { FollowServices } from './follow.ts';
import { resolve } from './follow-route.ts';
import { importLinks } from './import-links.ts';
import { changeLink, createLink, deleteLink } from './operations.ts';
import { drawCode, listLinks, readHistory, readVisits } from './readings.ts';
import type { ShortLinks } from './short-links.ts';

export function shortLinkRoutes(links: ShortLinks, follow: FollowServices): Route[] {
  return [
    route(calls.listLinks, (context, input) => listLinks(links, context, input)),
    route(calls.createLink, (context, input) => createLink(links, context, input)),
    route(calls.changeLink, (context, input) => changeLink(links, context, input)),
    route(calls.deleteLink, (context, input) => deleteLink(links, context, input)),
    route(calls.readLinkHistory, (context, { params }) => readHistory(context, params.id)),
    route(calls.readLinkVisits, (context, input) => readVisits(links, context, input)),
    route(calls.drawLinkCode, (context, input) => drawCode(links, context, input)),
    route(calls.exportLinks, (context, { query }) => exportLinks(links, context, query.search)),
    route(calls.importLinks, (context, { files }) => importLinks(links, context, files.file)),
    route(calls.resolveLink, (context, input) => resolve(follow, context, input)),
  ];
}
