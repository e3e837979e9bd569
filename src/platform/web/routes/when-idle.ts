/** The wait in milliseconds for browsers that do not report when they are idle. */
const guess = 300;
/** A page that is never idle gets it anyway, after this many milliseconds. */
const longest = 2_000;

/** Resolves once the browser has drawn what there is to draw: for what the first paint does not need. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longest });
    else setTimeout(resolve, guess);
  });
}
