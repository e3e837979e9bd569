import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Access, Permission } from '../../contract/access.ts';
import type { SignInHelp } from '../../contract/account.ts';
import type { Call } from '../../contract/call.ts';
import type { NotificationTopic, Tool } from '../../contract/tool.ts';
import type { GrantedBesides } from '../access/access-map.ts';
import type { PermissionOwner } from '../access/permission-owner.ts';
import type { RowRight } from '../access/row-right.ts';
import type { PersonActor } from '../actor/actor.ts';
import type { Belongings } from '../belongings/belongings.ts';
import type { ChangeService } from '../change/change.ts';
import type { Unaudited } from '../change/unaudited.ts';
import type { Reader } from '../db/database.ts';
import type { Listen } from '../db/listen.ts';
import type { Leavers } from '../directory/leavers.ts';
import type { PhotosOf } from '../directory/picker-route.ts';
import type { StoredFiles } from '../files/stored-files.ts';
import type { FindSource } from '../finding/find-source.ts';
import type { Route } from '../http/context.ts';
import type { PageSources } from '../http/headers.ts';
import type { Job, JobsService } from '../jobs/job.ts';
import type { KeptEmails } from '../mail/kept-emails.ts';
import type { Mail } from '../mail/mail.ts';
import type { ToolNotices } from '../notices/notice-entry.ts';
import type { Pages, ScreenSender } from '../pages/pages.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Campus } from '../settings/campus.ts';
import type { SettingMistake } from '../settings/mistakes.ts';
import type { Settings, SettingsShape } from '../settings/tool-settings.ts';
import type { Throttle } from '../throttle/throttle.ts';
import type { WaitingEntry } from '../waiting/waiting-entry.ts';
import type { ToolExamples } from './examples.ts';
import type { OutsideSystem } from './outside-system.ts';

/** A permission that a tool declares in `tokenPermissions`. */
export interface DeclaredTokenPermission {
  readonly permission: Permission;
  readonly about: string;
  /** The title of the tool. */
  readonly tool: string;
  readonly publishesFiles: boolean;
}

/** A permission that a tool or a place declares, and who has it. */
export interface DeclaredPermission {
  readonly permission: Permission;
  readonly about: string;
  /** The title of the tool or the place. */
  readonly tool: string;
  /** According to `access.yaml`, to other permissions that include it, and to rows that give it, as of now. */
  readonly groups: readonly string[];
  /** Those of them that have it without a line in `access.yaml`, and why. */
  readonly besides: readonly GrantedBesides[];
  /** Who decides about it, according to `access.yaml`; `null`: the help desk. */
  readonly owner: PermissionOwner | null;
}

/** What rows of a tool let individuals do, with the title of the tool. */
export interface DeclaredRowRight extends RowRight {
  readonly tool: string;
}

/** Everything that the platform gives a tool. */
export interface Platform {
  readonly publicUrl: string;
  readonly campus: Campus;
  /** The college's own folder, for texts and pictures of a tool. */
  readonly campusFolder: string;
  readonly reader: Reader;
  readonly change: ChangeService;
  readonly unaudited: Unaudited;
  readonly listen: Listen;
  readonly secrets: Secrets;
  readonly throttle: Throttle;
  readonly jobs: JobsService;
  /** For jobs: a request never waits for a mail server. */
  readonly mail: Mail;
  /** What people may choose to get by email, by name. */
  readonly notificationTopics: ReadonlyMap<string, NotificationTopic>;
  /** Emails to made-up people, if the demo is on and no mail server takes them; otherwise `null`. */
  readonly keptEmails: KeptEmails | null;
  /** Files that people uploaded and can download. */
  readonly files: StoredFiles;
  readonly sessions: Sessions;
  /** What a service token can be given. */
  readonly tokenPermissions: readonly DeclaredTokenPermission[];
  /** What people with these groups may do, by `access.yaml`. For jobs, which have no session to ask. */
  readonly permissionsOf: (groups: readonly string[]) => ReadonlySet<Permission>;
  /** Those of the places, then in the order of the tools. */
  readonly permissions: readonly DeclaredPermission[];
  /** Who may open the page at a path; `null` for a path without a page. */
  readonly accessOf: (path: string) => Access | null;
  /** Names of groups to choose from. */
  readonly knownGroups: readonly string[];
  /** The groups that have a permission. */
  readonly groupsWith: (permission: Permission) => readonly string[];
  /** Rows of a tool give one of its permissions to these groups, too (`AccessMap`); replaces what it said before. */
  readonly grantByRows: (permission: Permission, given: readonly GrantedBesides[]) => void;
  /** What follows when people have left the directory. */
  readonly leavers: Leavers;
  /** What people own in all tools, in the order of the tools; complete once all of them have started. */
  readonly belongings: () => readonly Belongings[];
  /** What rows of all tools let individuals do; complete once all of them have started. */
  readonly rowRights: () => readonly DeclaredRowRight[];
  /** Names of the providers whose email addresses name the person of a directory record. */
  readonly emailTrusted: readonly string[];
  /** Names of the providers whose passwords are the directory's. */
  readonly directoryProviders: readonly string[];
  /** Whether the demo people can sign in. */
  readonly demo: boolean;
  readonly pages: Pages;
  /** Sends the shell for an address that the tool handles itself. */
  readonly screens: ScreenSender;
  readonly metrics: Registry;
  readonly log: FastifyBaseLogger;
}

/** A running tool. */
export interface RunningTool {
  readonly routes: readonly Route[];
  /** For an address that must respond faster than a mounted call can; say why where it is used. */
  readonly directRoutes?: (app: FastifyInstance) => void;
  readonly jobs?: readonly Job[];
  /**
   * What is waiting for this person in the tool, for the home page. Read it with one statement: it is requested each time
   * someone opens the home page, and a tool that takes longer than a second or so is left out.
   */
  waits?(viewer: PersonActor): Promise<readonly WaitingEntry[]>;
  /** What the search finds in the tool: a few kinds of things, each with the call that shows them. */
  readonly finds?: readonly FindSource[];
  /** What people own in this tool, and how it changes hands when they leave. */
  readonly belongings?: readonly Belongings[];
  /**
   * What its rows let individuals do, for IT to see on a person's page, and for the emails that people may choose. The
   * rows decide; this only says so.
   */
  readonly rowRights?: readonly RowRight[];
  /** What this tool says on pages of the portal, above everything else there. */
  readonly notices?: ToolNotices;
  /** Where the photos of people in the directory are, for pickers. At most one tool has it. */
  readonly personPhotos?: PhotosOf;
  /** Where people change a password that the college's directory keeps, if they can do that here. */
  readonly passwordPage?: `/${string}` | undefined;
  /** What a page of the tool loads from an outside service, by its path; every other page loads nothing. */
  readonly pageSources?: Readonly<Record<string, PageSources>>;
  /** Links for people who can't sign in, wherever people sign in. */
  readonly signInHelp?: readonly SignInHelp[];
  /** Saves what is only in memory; called after the last response and before the database stops. */
  stop?(): Promise<void>;
}

/** How much demo data to make, from the command line of `npm run seed`. */
export interface SeedRequest {
  platform: Platform;
  count: number;
  /** The same number makes the same data. */
  random: () => number;
}

export interface Seed {
  /** Shown by `npm run seed -- --help`. */
  what: string;
  /** How many the demo college starts with. */
  demoCount: number;
  /** Whether the tool already has rows, so that a second start adds none. */
  isFilled(platform: Platform): Promise<boolean>;
  /** Adds `count` made-up rows; calling it again adds more. */
  run(request: SeedRequest): Promise<void>;
}

export interface ServerTool<Shape extends SettingsShape = SettingsShape> {
  readonly tool: Tool;
  readonly calls: Readonly<Record<string, Call>>;
  readonly settings?: Shape;
  readonly seed?: Seed;
  /**
   * Checks the files that it needs besides its settings, such as texts of the campus folder, before a start touches the
   * database. Called if the settings themselves are right; adds to `mistakes`.
   */
  readonly checkFiles?: (
    settings: Settings<Shape>,
    about: { campusFolder: string; mistakes: SettingMistake[] },
  ) => void;
  /** The outside systems that its settings name, for `npm run check-settings`. */
  readonly outside?: (settings: Settings<Shape>, campus: Campus) => readonly OutsideSystem[];
  /** Groups that its settings let give access, in addition to those of sign-in providers. */
  readonly accessGroups?: (settings: Settings<Shape>) => readonly string[];
  /** Made-up values for variables of its settings that are not set, in the demo only. */
  readonly demoVariables?: Readonly<Record<string, string>>;
  /** Tables whose rows must not come back with a restore: one-time codes, open challenges, half-done sign-ups. */
  readonly endsAtRestore?: readonly string[];
  /** What the whole-project tests try it with; only tests load it. */
  readonly examples?: () => Promise<{ examples: ToolExamples }>;
  start(platform: Platform, settings: Settings<Shape>): Promise<RunningTool>;
}

/** Declares the server side of a tool; settings are typed by their shape. */
export function defineServerTool<Shape extends SettingsShape>(tool: ServerTool<Shape>): ServerTool {
  return tool as unknown as ServerTool;
}
