import { filesOf, newNonce, type ShellPage, withNonce, withoutNonce } from './shell-page.ts';

const prefix = 'quad-shell-';
const shellAddress = '/offline-shell';
const shellLastsMs = 24 * 3_600_000;

export interface ShellCache {
  /** Fetches everything; rejects when a part is missing, so that a half-filled cache is never used. */
  fill(): Promise<void>;
  /** Deletes what older versions kept, except for the last of them: its pages may still be open. */
  tidy(): Promise<void>;
  /** A file of the bundle from any kept version. */
  file(request: Request): Promise<Response | undefined>;
  /** The shell, with a new nonce for this page view. */
  shell(): Promise<Response | undefined>;
  /** Fetches the shell again once a day, in case the college has changed something in it. */
  renewShell(): Promise<void>;
}

/** What the service worker keeps of one version of the portal: its shell and its offline screens' files. */
export function createShellCache(version: string, files: readonly string[], store: CacheStorage): ShellCache {
  const name = prefix + version;

  /** Without the cookie: no account may get in. A shell that needs other files belongs to another version. */
  async function fetchShell(): Promise<Response> {
    const answer = await fetch(shellAddress, { cache: 'no-store', credentials: 'omit' });
    const page = answer.ok ? withoutNonce(await answer.text(), answer.headers) : null;
    if (page === null) throw new Error(`The app shell could not be fetched: ${answer.status}.`);
    const missing = filesOf(page.html).filter((file) => !files.includes(file));
    if (missing.length > 0)
      throw new Error(`The app shell is from another version: it needs ${missing.join(', ')}.`);
    return new Response(JSON.stringify({ page, at: Date.now() }));
  }

  async function keptShell(): Promise<{ page: ShellPage; at: number } | undefined> {
    return (await found(shellAddress))?.json();
  }

  /** From this version, or else from any. A browser whose cache is broken has nothing, and the network is asked. */
  async function found(wanted: Request | string, others?: CacheStorage): Promise<Response | undefined> {
    try {
      return (await (await store.open(name)).match(wanted)) ?? (await others?.match(wanted));
    } catch {
      return undefined;
    }
  }

  return {
    async fill() {
      const cache = await store.open(name);
      const revalidated = files.map((file) =>
        file.startsWith('/assets/') ? file : new Request(file, { cache: 'no-cache' }),
      );
      await Promise.all([
        cache.addAll(revalidated),
        fetchShell().then((shell) => cache.put(shellAddress, shell)),
      ]);
    },
    async tidy() {
      // In the order in which they were created.
      const older = (await store.keys()).filter((key) => key.startsWith(prefix) && key !== name);
      await Promise.all(older.slice(0, -1).map((key) => store.delete(key)));
    },
    file: (request) => found(request, store),
    async shell() {
      const kept = await keptShell();
      if (kept === undefined) return undefined;
      const { html, headers } = withNonce(kept.page, newNonce());
      return new Response(html, { headers });
    },
    async renewShell() {
      const kept = await keptShell();
      // One from the future was kept before the clock was set back.
      if (kept !== undefined && Math.abs(Date.now() - kept.at) < shellLastsMs) return;
      const shell = await fetchShell();
      await (await store.open(name)).put(shellAddress, shell);
    },
  };
}
