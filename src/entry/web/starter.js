/*
 * Written into every page (scripts/first-paint.ts); the Content Security Policy names it by its hash. It sets the
 * colors before the first paint and fetches the scripts after it, so that they do not slow it down.
 */
(() => {
  let chosen = null;
  try {
    // The same key and attribute as Mantine's.
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage may be forbidden: the system decides.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  /** A page that took longer than this to arrive is on a slow connection, where scripts take much longer than the paint. */
  const slowLine = 200;
  /** The longest that the scripts wait for the paint. Both in milliseconds. */
  const patience = 300;

  const start = () => {
    const later = document.getElementById('quad-later');
    if (later === null) return;
    later.remove();
    const parts = later.content.cloneNode(true);
    for (const sheet of parts.querySelectorAll('[rel="stylesheet"]')) {
      sheet.onerror = () => sheet.setAttribute('data-failed', '');
    }
    const scripts = [...parts.querySelectorAll('script')];
    for (const script of scripts) {
      // Without it the page would stay as it was first painted, which looks as if nothing were wrong.
      script.onerror = () => document.getElementById('quad-not-loaded')?.removeAttribute('hidden');
      script.remove();
    }
    document.head.append(parts);
    // Fetched at once, but run when the whole page is there.
    const run = () => document.head.append(...scripts);
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run);
    else run();
  };

  // A hidden page is never painted.
  if (document.hidden || performance.now() > slowLine) start();
  else {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, patience);
  }
})();
