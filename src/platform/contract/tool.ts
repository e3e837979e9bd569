import type { Access, Permission } from './access.ts';
import type { Call } from './call.ts';
import type { ListFields } from './list-address.ts';

/** A page of the portal. Guards, titles, breadcrumbs, the palette and the server's 404 derive from it. */
export interface Screen {
  /** Path with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly title: string;
  /** One or two sentences under the heading. The server writes them into the page, so that they are seen first. */
  readonly lead?: string;
  /**
   * The page above it in the breadcrumbs and the navigation, if no part of its own path is: the first of these that the
   * person may open.
   */
  readonly parents?: readonly `/${string}`[];
  readonly access: Access;
  /** For a visitor who has to sign in first: the page itself says so, instead of sending them there at once. */
  readonly tellsToSignIn?: boolean;
  /** Words other than its title by which the palette finds it. */
  readonly keywords?: readonly string[];
  /** Also opens offline: the device of anyone who may open it keeps its code (`platform/web/offline`). */
  readonly offline?: true;
  /** Opening it has an effect, such as counting a visit: never served by a service worker. */
  readonly hasEffect?: true;
  /** What it requests from the server at once, so that the browser need not wait for its code. */
  readonly reads?: readonly FirstRead[];
}

/** A call that needs only what is in the page's address: its path, or the page and filters of a list. */
export type FirstRead = Call & { readonly method: 'GET'; readonly params?: never } & (
    | { readonly list: ListFields }
    | { readonly query?: never; readonly list?: never }
  );

/** A tile opens a screen of the same tool; only people who may open the screen see it. */
export interface Tile<ScreenName extends string = string> {
  /** The place it is on. Without one, it is only among all tools, on the home page and in the phone's menu. */
  readonly place?: `/${string}`;
  readonly screen: ScreenName;
  readonly title: string;
  readonly about: string;
  /** Unique: no two tiles share an icon. */
  readonly icon: IconName;
  readonly group: ToolGroup;
  /** The heading on its place; tiles without one come first. */
  readonly heading?: string;
  /**
   * Pinned to the home page until a person chooses their own pins; `except` leaves out people with this
   * permission, who have more important tools.
   */
  readonly pinned?: true | { readonly except: Permission };
}

/** Something that the palette offers to do at once: it opens a screen of the same tool with these words in its address. */
export interface ToolAction<ScreenName extends string = string> {
  readonly title: string;
  readonly about: string;
  readonly screen: ScreenName;
  /** Without the `?`; the screen takes it out of the address again. */
  readonly search: string;
  readonly keywords?: readonly string[];
}

/** What people want from a tool, in the order of the home page. */
export const toolGroups = {
  help: 'Get help',
  files: 'Files and printing',
  money: 'Money',
  campus: 'Campus and housing',
  academics: 'Academics',
  it: 'IT administration',
} as const;
export type ToolGroup = keyof typeof toolGroups;

/** For each permission, the others that come with it. They bring no others along. */
export type Inclusions = Readonly<Partial<Record<Permission, readonly Permission[]>>>;

/** A permission that IT may give to a service token. */
export interface TokenPermission {
  /** A sentence for the person who chooses. */
  readonly about: string;
  /** It publishes files: each token that has it is limited to one folder and to some groups. */
  readonly publishesFiles?: true;
}

/** A kind of email that people may want less often, or not at all. */
export interface NotificationTopic {
  readonly title: string;
  readonly about: string;
  /** Who can choose, besides those who got one. */
  readonly access: Access;
}

/** What a person came for: its names and sentences, its permissions, its screens, and where its tiles are. */
export interface Tool<ScreenName extends string = string> {
  readonly id: string;
  readonly title: string;
  /** Elsewhere the tool does not exist: no screen, no call. */
  readonly onlyInDemo?: true;
  /** Permission -> a sentence for the auditor. */
  readonly permissions: Readonly<Record<Permission, string>>;
  /** Permissions that are used on the pages of others, and so come with those. */
  readonly includes?: Inclusions;
  /** What a service token may be given. No group has these, and no token has any of `permissions`. */
  readonly tokenPermissions?: Readonly<Record<Permission, TokenPermission>>;
  readonly screens: Readonly<Record<ScreenName, Screen>>;
  readonly tiles: readonly Tile<NoInfer<ScreenName>>[];
  readonly actions?: readonly ToolAction<NoInfer<ScreenName>>[];
  /** By the name that its emails give: `help-desk.tickets`. */
  readonly notifications?: Readonly<Record<string, NotificationTopic>>;
}

type Paths = Readonly<Record<string, `/${string}`>>;

/** A tool whose paths, and with them the parameters of its screens, are literal types. */
type DefinedTool<P extends Paths> = Omit<Tool<keyof P & string>, 'screens'> & {
  readonly screens: { readonly [Name in keyof P]: Omit<Screen, 'path'> & { readonly path: P[Name] } };
};

/** Declares a tool; its tiles may only name its own screens. */
export function defineTool<const P extends Paths>(tool: DefinedTool<P>): DefinedTool<P> {
  return tool;
}

/** A page of tiles. It may itself be a tile on another place. */
export interface Place {
  readonly path: `/${string}`;
  readonly title: string;
  readonly about: string;
  readonly access: Access;
  readonly icon: IconName;
  /** It begins with the tools that the person has pinned. */
  readonly beginsWithPins?: true;
  /** It also says who helps, and when. */
  readonly tellsWhoHelps?: true;
  /** The place that has its own tile, the heading above it, and its title if the page has a different one. */
  readonly tile?: { readonly place: `/${string}`; readonly heading?: string; readonly title?: string };
}

/** An entry of the navigation bar: a screen, a place, or an address that the college configures. */
export interface NavigationEntry {
  readonly title: string;
  readonly to?: `/${string}`;
  readonly link?: 'lms' | 'selfService' | 'store';
  /** Further entries below it. The tiles of a place are added without being named. */
  readonly children?: readonly NavigationEntry[];
}

/** The icons of the shell; a new one is a line here and one in `platform/ui/icon.tsx`. */
export type IconName =
  | 'dashboard'
  | 'computer'
  | 'link'
  | 'queue'
  | 'support'
  | 'devices'
  | 'people'
  | 'hand-over'
  | 'contacts'
  | 'students'
  | 'grades'
  | 'upload-grades'
  | 'directory'
  | 'building'
  | 'house'
  | 'door'
  | 'wrench'
  | 'clipboard'
  | 'round'
  | 'notebook'
  | 'chart'
  | 'folder'
  | 'archive'
  | 'files'
  | 'sent-mail'
  | 'wifi'
  | 'router'
  | 'guest-pass'
  | 'key'
  | 'token'
  | 'store'
  | 'ticket'
  | 'tickets'
  | 'inbox'
  | 'articles'
  | 'history'
  | 'audit'
  | 'exclusion'
  | 'check'
  | 'identity'
  | 'desk'
  | 'sprout'
  | 'grant'
  | 'folder-open'
  | 'vote'
  | 'seal'
  | 'mailbox'
  | 'poster'
  | 'posters'
  | 'printer'
  | 'credit-card'
  | 'search-report'
  | 'megaphone';
