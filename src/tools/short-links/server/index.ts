import { createCountsKeeper } from '../../../platform/server/list/counts-keeper.ts';
import { createTotals } from '../../../platform/server/list/totals.ts';
import { createAskPublic } from '../../../platform/server/outside/ask-public.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { shortLinksCalls } from '../contract.ts';
import { shortLinksSettings } from '../settings.ts';
import { shortLinks } from '../tool.ts';
import { linkBelongings } from './belongings.ts';
import { linkCounts } from './counts.ts';
import { shortLinksFinds } from './finds.ts';
import { addFollowRoute } from './follow-route.ts';
import { createTargetChecks } from './health/check-targets.ts';
import { createLinkMemory } from './link-memory.ts';
import { createMissLimit } from './miss-limit.ts';
import { createNoteExpired } from './note-expired.ts';
import { createOwnerGroups } from './owner-groups.ts';
import { shortLinkRoutes } from './routes.ts';
import { createSearchMemory } from './search-memory.ts';
import { shortLinksSeed } from './seed.ts';
import { createVisitCounter } from './visit-counter.ts';
import { listBrokenLinks } from './waits.ts';

export const shortLinksServer = defineServerTool({
  tool: shortLinks,
  calls: shortLinksCalls,
  settings: shortLinksSettings,
  seed: shortLinksSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    const { publicUrl, reader, listen, log } = platform;
    const { timeZone } = platform.campus;
    const noteExpired = createNoteExpired(platform.unaudited, log);
    const owners = createOwnerGroups({
      reader,
      log,
      onChange: (groups) => platform.grantByRows('short-links.own', [{ groups, why: 'owns short links' }]),
    });
    const onChange = () => void owners.refresh();
    const memory = createLinkMemory({ reader, listen, noteExpired, onChange });
    await memory.confirm();
    await owners.refresh();
    const visits = createVisitCounter(platform.unaudited, timeZone, log);
    const follow = { memory, visits, misses: createMissLimit() };
    const reserved = new Set(campus.reservedNames.map((name) => name.toLowerCase()));
    const counts = createCountsKeeper(linkCounts, platform.unaudited, log);
    const { knownGroups } = platform;
    const kept = {
      memory,
      counts,
      owners,
      knownGroups,
      searches: createSearchMemory(),
      totals: createTotals(),
    };
    const { checkedHosts } = campus;
    const links = { publicUrl, timeZone, reserved, checkedHosts, ...kept };
    const userAgent = `Quad link check (+${publicUrl})`;
    const ask = createAskPublic({ userAgent });
    return {
      routes: shortLinkRoutes(links, follow),
      // Off unless the college lists hosts: Quad requests nothing from outside on its own.
      jobs: checkedHosts.length === 0 ? [] : [createTargetChecks({ ...platform, ask }, checkedHosts)],
      waits: async (viewer) => (checkedHosts.length === 0 ? [] : listBrokenLinks(reader, viewer, owners)),
      finds: shortLinksFinds(reader, owners),
      belongings: [linkBelongings(links)],
      directRoutes: (app) => addFollowRoute(app, follow, platform),
      async stop() {
        memory.stop();
        await visits.stop();
        await counts.stop();
      },
    };
  },
});
