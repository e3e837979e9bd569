/*
 * Written into every page (scripts/first-paint.ts); the Content Security Policy names it by its hash. It sets the colors
 * before the first paint and starts the scripts after it, so that they do not take the line and the processor from it.
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

  /** So long the scripts wait for a paint at most, in milliseconds: a busy device paints late, a hidden page never. */
  const patience = 200;

  const start = () => {
    const later = document.getElementById('quad-later');
    if (later === null) return;
    later.remove();
    const parts = later.content.cloneNode(true);
    for (const sheet of parts.querySelectorAll('[rel="stylesheet"]')) {
      sheet.onerror = () => sheet.setAttribute('data-failed', '');
    }
    document.head.append(parts);
  };

  addEventListener('DOMContentLoaded', () => {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    if (document.hidden) start();
    else setTimeout(start, patience);
  });
})();
