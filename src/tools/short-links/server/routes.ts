import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleExportLinks } from './export-links.ts';
import type { FollowServices } from './follow.ts';
import { handleResolveLink } from './follow-route.ts';
import { handleImportLinks } from './import-links.ts';
import { handleChangeLink, handleCreateLink, handleDeleteLink } from './operations.ts';
import {
  handleDrawLinkCode,
  handleListLinks,
  handleReadLink,
  handleReadLinkHistory,
  handleReadLinkVisits,
} from './readings.ts';
import { ownersFor } from './rules.ts';
import type { ShortLinks } from './short-links.ts';

export function shortLinkRoutes(links: ShortLinks, follow: FollowServices): Route[] {
  return [
    route(calls.listLinks, (context, input) => handleListLinks(links, context, input)),
    route(calls.createLink, (context, input) => handleCreateLink(links, context, input)),
    route(calls.changeLink, (context, input) => handleChangeLink(links, context, input)),
    route(calls.deleteLink, (context, input) => handleDeleteLink(links, context, input)),
    route(calls.readLinkHistory, (context, { params }) => handleReadLinkHistory(context, params.id)),
    route(calls.readLinkVisits, (context, input) => handleReadLinkVisits(links, context, input)),
    route(calls.drawLinkCode, (context, input) => handleDrawLinkCode(links, context, input)),
    route(calls.listOwnerGroups, async ({ actor }) => ({ data: [...ownersFor(actor, links)] })),
    route(calls.readCheckedHosts, async () => ({ data: [...links.checkedHosts] })),
    route(calls.exportLinks, (context, input) => handleExportLinks(links, context, input)),
    // After the addresses that its path matches too.
    route(calls.readLink, (context, { params }) => handleReadLink(context, params.id)),
    route(calls.importLinks, (context, { files }) => handleImportLinks(links, context, files.file)),
    route(calls.resolveLink, (context, input) => handleResolveLink(follow, context, input)),
  ];
}
