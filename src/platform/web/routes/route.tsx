import { type ReactNode, use } from 'react';
import type { Access } from '../../contract/access.ts';
import type { FirstRead } from '../../contract/tool.ts';
import type { LoadScreen, WebTool } from './web-tool.ts';

type Parameters = Readonly<Record<string, string>>;

/** One page of the portal, from any declaration. */
export interface Route {
  readonly path: `/${string}`;
  readonly title: string;
  readonly parents?: readonly `/${string}`[];
  readonly access: Access;
  readonly keywords: readonly string[];
  /** Whether the page itself asks a visitor to sign in, instead of sending them there. */
  readonly tellsToSignIn?: boolean;
  /** Whether it opens offline. */
  readonly offline: boolean;
  readonly reads?: readonly FirstRead[];
  readonly render: (params: Parameters) => ReactNode;
  /** Loads the screen's code ahead of the click; `undefined` when it is there. Never rejects. */
  readonly preload: () => Promise<void> | undefined;
}

/** The code of a screen did not load: no connection, or the portal has been upgraded since this page was loaded. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded';
}

type Loaded = Awaited<ReturnType<LoadScreen>>;

interface Source {
  loaded: Loaded | undefined;
  /** Loads the code once, no matter how often it is called. Rejects with `ScreenNotLoaded`. */
  start: () => Promise<Loaded>;
}

function sourceOf(load: LoadScreen): Source {
  let loading: Promise<Loaded> | undefined;
  const source: Source = {
    loaded: undefined,
    start() {
      loading ??= load().then(
        (module) => {
          source.loaded = module;
          return module;
        },
        (cause: unknown) => {
          throw new ScreenNotLoaded('The code of this screen could not be loaded.', { cause });
        },
      );
      return loading;
    },
  };
  return source;
}

/** Unlike React's `lazy`, a screen that was preloaded renders at once, without a frame of skeleton. */
function LazyScreen({ source, params }: { source: Source; params: Parameters }) {
  const { Screen } = source.loaded ?? use(source.start());
  return <Screen params={params} />;
}

/** A screen that loads when it is first needed. */
export function lazyScreen(load: LoadScreen): Pick<Route, 'render' | 'preload'> {
  const source = sourceOf(load);
  return {
    render: (params) => <LazyScreen source={source} params={params} />,
    preload: () =>
      source.start().then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** A page that is part of every first load. */
export function bundledScreen(render: () => ReactNode): Pick<Route, 'render' | 'preload'> {
  return { render, preload: () => undefined };
}

/** The pages that tools declare. */
export function toolRoutes(tools: readonly WebTool[]): Route[] {
  return tools.flatMap(({ tool, screens }) =>
    Object.entries(screens).flatMap(([name, load]) => {
      const screen = tool.screens[name];
      if (screen === undefined) return [];
      const { keywords = [], offline = false } = screen;
      return [{ ...screen, keywords, offline, ...lazyScreen(load) }];
    }),
  );
}
