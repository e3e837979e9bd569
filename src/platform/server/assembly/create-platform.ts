import type { Place } from '../../contract/tool.ts';
import { createLeavers } from '../directory/leavers.ts';
import { createStoredFiles } from '../files/stored-files.ts';
import type { Pages, ScreenSender } from '../pages/pages.ts';
import type { Screens } from '../pages/screens.ts';
import type { Platform, ServerTool } from '../tool/server-tool.ts';
import { declaredPermissionsOf, knownGroups } from './known.ts';
import type { QuadSettings } from './read-settings.ts';
import type { Brought } from './running-tools.ts';
import type { Services } from './services.ts';

interface Needs {
  settings: QuadSettings;
  services: Services;
  tools: readonly ServerTool[];
  places: readonly Place[];
  screens: Screens;
  pages: Pages;
  sender: ScreenSender;
  brought: Brought;
}

/** What the tools get. */
export function createPlatform(needs: Needs): Platform {
  const { settings, services, tools, screens, brought } = needs;
  const { environment, campus, accessMap } = settings;
  const { queue, topics, uploads, providers } = services;
  return {
    publicUrl: environment.publicUrl,
    campus,
    campusFolder: environment.campusFolder,
    reader: services.reader,
    change: services.change,
    unaudited: services.unaudited,
    listen: services.listen,
    secrets: services.secrets,
    throttle: services.throttle,
    jobs: queue,
    mail: services.mail,
    keptEmails: services.keptEmails,
    notificationTopics: topics,
    files: createStoredFiles(uploads),
    sessions: services.sessions,
    tokenPermissions: services.tokenPermissions,
    permissionsOf: accessMap.permissionsOf,
    permissions: declaredPermissionsOf(tools, needs.places, settings),
    accessOf: (path) => screens.find(path)?.access ?? null,
    knownGroups: knownGroups(settings),
    groupsWith: (permission) => accessMap.granted.get(permission) ?? [],
    grantByRows: accessMap.grantByRows,
    leavers: createLeavers(),
    belongings: () => brought.belongings,
    rowRights: () => brought.rowRights,
    emailTrusted: providers.all.filter(({ trustedEmail }) => trustedEmail).map(({ name }) => name),
    directoryProviders: providers.all
      .filter(({ hasDirectoryPasswords }) => hasDirectoryPasswords === true)
      .map(({ name }) => name),
    demo: providers.demo,
    pages: needs.pages,
    screens: needs.sender,
    metrics: services.metrics,
    log: services.log,
  };
}
