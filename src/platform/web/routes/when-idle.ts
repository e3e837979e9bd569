/** Browsers that do not tell when they have nothing to do: so long after the question, in milliseconds. */
const guess = 300;
/** A page that is never idle gets it all the same, after so many milliseconds. */
const longest = 2_000;

/** Resolves once the browser has drawn what there is to draw: for what the first paint can do without. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longest });
    else setTimeout(resolve, guess);
  });
}
