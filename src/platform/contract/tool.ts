import type { Access, Permission } from './access.ts';
import type { Call } from './call.ts';
import type { ListFields } from './list-address.ts';

/** A page of the portal. Guards, titles, breadcrumbs, the palette and the server's 404 derive from it. */
export interface Screen {
  /** Path with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly title: string;
  /** One or two sentences under the heading. The server writes them into the page, so that they are the first to be seen. */
  readonly lead?: string;
  readonly access: Access;
  /** For a visitor who has to sign in first: not sent there at once, but told on the page itself. */
  readonly tellsToSignIn?: boolean;
  /** Words by which the palette finds it besides its title. */
  readonly keywords?: readonly string[];
  /** Opens without a network too: its code stays on the device of whoever may open it (`platform/web/offline`). */
  readonly offline?: true;
  /** Opening it does something, such as counting a visit: the browser asks the server itself, never a service worker. */
  readonly hasEffect?: true;
  /** What it asks the server for at once, so that the browser need not wait for its code to ask. */
  readonly reads?: readonly FirstRead[];
}

/** A call that needs nothing but what the address of the page says: its path alone, or the page and filters of a list. */
export type FirstRead = Call & { readonly method: 'GET'; readonly params?: never } & (
    | { readonly list: ListFields }
    | { readonly query?: never; readonly list?: never }
  );

/** A tile stands on a place and leads to a screen of the same tool; who may not open the screen does not see it. */
export interface Tile<ScreenName extends string = string> {
  readonly place: `/${string}`;
  readonly screen: ScreenName;
  readonly title: string;
  readonly about: string;
  /** Its own: no two tiles share one. */
  readonly icon: IconName;
  readonly group: ToolGroup;
  /**
   * Pinned to the home page until a person chooses their own pins; `except` leaves out people with this permission, whose
   * role has more important tools.
   */
  readonly pinned?: true | { readonly except: Permission };
}

/** What people want from a tool, in the order in which the home page shows it. */
export const toolGroups = {
  help: 'Get help',
  files: 'Files and printing',
  money: 'Money',
  campus: 'Campus and housing',
  academics: 'Academics',
  it: 'IT administration',
} as const;
export type ToolGroup = keyof typeof toolGroups;

/** A permission that IT may give to a service token. */
export interface TokenPermission {
  /** A sentence for the person who chooses. */
  readonly about: string;
  /** It publishes files: each token that has it is limited to one folder and to some groups. */
  readonly publishesFiles?: true;
}

/** What a person came for: its words, its permissions, its screens and where its tiles stand. */
export interface Tool<ScreenName extends string = string> {
  readonly id: string;
  readonly title: string;
  /** Permission -> a sentence for the auditor. */
  readonly permissions: Readonly<Record<Permission, string>>;
  /** What a service token may be given. No group has these, and no token has any of `permissions`. */
  readonly tokenPermissions?: Readonly<Record<Permission, TokenPermission>>;
  readonly screens: Readonly<Record<ScreenName, Screen>>;
  readonly tiles: readonly Tile<NoInfer<ScreenName>>[];
}

type Paths = Readonly<Record<string, `/${string}`>>;

/** A tool whose paths the compiler knows letter by letter, and with them the parameters of its screens. */
type DefinedTool<P extends Paths> = Omit<Tool<keyof P & string>, 'screens'> & {
  readonly screens: { readonly [Name in keyof P]: Omit<Screen, 'path'> & { readonly path: P[Name] } };
};

/** Declares a tool; its tiles may only name its own screens. */
export function defineTool<const P extends Paths>(tool: DefinedTool<P>): DefinedTool<P> {
  return tool;
}

/** A page of tiles. It may itself stand as a tile on another place. */
export interface Place {
  readonly path: `/${string}`;
  readonly title: string;
  readonly about: string;
  readonly access: Access;
  readonly icon: IconName;
  /** The place where its own tile stands, the heading it stands under, and its title where the page has another. */
  readonly tile?: { readonly place: `/${string}`; readonly heading?: string; readonly title?: string };
}

/** An entry of the navigation bar: a screen, a place, or an address that the college configures. */
export interface NavigationEntry {
  readonly title: string;
  readonly to?: `/${string}`;
  readonly link?: 'lms' | 'selfService' | 'store';
  /** Further entries below it. The tiles of a place need not be named: they are added. */
  readonly children?: readonly NavigationEntry[];
}

/** The icons that the shell brings; a new one is a line here and one in `platform/ui/icon.tsx`. */
export type IconName =
  | 'dashboard'
  | 'computer'
  | 'link'
  | 'queue'
  | 'support'
  | 'devices'
  | 'people'
  | 'building'
  | 'house'
  | 'door'
  | 'wrench'
  | 'clipboard'
  | 'round'
  | 'notebook'
  | 'chart'
  | 'folder'
  | 'mail'
  | 'wifi'
  | 'key'
  | 'token'
  | 'store'
  | 'graduation';
