import { type ComponentType, useEffect, useState } from 'react';

interface LazyPartOptions<Props> {
  /** Called when the code is needed and cannot load. Until then, and from then on, nothing is drawn. */
  onFailure?: (props: Props) => void;
  /** Whether the code is needed now; by default, as long as the part is drawn. */
  isWanted?: (props: Props) => boolean;
}

/**
 * A part of the page whose code loads when it is first needed. Unlike with React's `lazy`, code that cannot load takes
 * nothing else down with it. Browsers keep a failed import until the page is reloaded
 * (https://github.com/whatwg/html/issues/6768), so what is shown instead must not be "try again".
 *
 * `fetch` loads the code ahead of time. If that fails, it is reported only when the part is needed.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyPartOptions<Props> = {},
): ComponentType<Props> & { fetch: () => void } {
  const source = { load, options, loaded: null };
  return Object.assign((props: Props) => <LazyPart source={source} part={props} />, {
    fetch: () => void load().catch(() => undefined),
  });
}

interface Source<Props> {
  load: () => Promise<ComponentType<Props>>;
  options: LazyPartOptions<Props>;
  loaded: ComponentType<Props> | null;
}

function LazyPart<Props extends object>({ source, part }: { source: Source<Props>; part: Props }) {
  const { load, options } = source;
  const [Loaded, setLoaded] = useState(() => source.loaded);
  const isWanted = Loaded === null && (options.isWanted?.(part) ?? true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: being wanted asks, not other props
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (component) => {
        source.loaded = component;
        setLoaded(() => component);
      },
      () => options.onFailure?.(part),
    );
  }, [isWanted]);
  return Loaded && <Loaded {...part} />;
}
