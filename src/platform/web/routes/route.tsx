import { type ComponentType, use } from 'react';
import type { Access } from '../../contract/access.ts';
import type { LoadScreen, WebTool } from './web-tool.ts';

/** One page of the portal, whatever declared it. */
export interface Route {
  readonly path: `/${string}`;
  readonly title: string;
  readonly access: Access;
  readonly keywords: readonly string[];
  readonly Screen: ComponentType<{ params: Record<string, string> }>;
  /** Fetches the screen's code ahead of the click. Never rejects: the click itself will tell. */
  readonly preload: () => void;
}

/** The code of a screen did not arrive: no network, or the portal was upgraded since this page was loaded. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded';
}

/**
 * A screen that is fetched when it is first wanted. Unlike React's `lazy`, one that was preloaded renders at
 * once, without a frame of skeleton.
 */
export function lazyScreen(load: LoadScreen): Pick<Route, 'Screen' | 'preload'> {
  type Loaded = Awaited<ReturnType<LoadScreen>>;
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  const start = () => {
    loading ??= load().then(
      (module) => {
        loaded = module;
        return module;
      },
      (cause: unknown) => {
        throw new ScreenNotLoaded('The code of this screen could not be loaded.', { cause });
      },
    );
    return loading;
  };

  return {
    Screen: function LazyScreen({ params }) {
      const { Screen } = loaded ?? use(start());
      return <Screen params={params} />;
    },
    preload: () => {
      start().catch(() => undefined);
    },
  };
}

/** The pages that tools declare. */
export function toolRoutes(tools: readonly WebTool[]): Route[] {
  return tools.flatMap(({ tool, screens }) =>
    Object.entries(screens).flatMap(([name, load]) => {
      const screen = tool.screens[name];
      if (screen === undefined) return [];
      const { path, title, access, keywords = [] } = screen;
      return [{ path, title, access, keywords, ...lazyScreen(load) }];
    }),
  );
}
