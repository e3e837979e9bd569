import { use, useEffect } from 'react';
import { allows } from '../../contract/access.ts';
import type { Account } from '../../contract/account.ts';
import { outdateAll } from '../client/query.ts';
import { showToast } from '../feedback/toasts.ts';
import { type Portal, usePortal } from '../routes/portal.ts';
import { SessionContext, useAccount } from '../session/account.ts';
import { type EntriesChanged, onChanged } from './channel.ts';
import { entriesStore, refreshEntries } from './entries.ts';
import { countEntries, isSamePerson, type Owner } from './entry.ts';
import { keepSending } from './keep-sending.ts';
import { hidePerson, keepOnly } from './person.ts';
import { registerWorker } from './register.ts';

const askAgainMs = 30_000;

/** The background work of a page for someone who works offline, or on whose device something is kept. */
export function useOfflineWork(): void {
  const { account, assumed, status, error, reload } = useAccount();
  const { interrupted } = use(SessionContext);
  const portal = usePortal();

  useEffect(() => {
    const isNobody = interrupted > 0 || (status === 'signed-out' && error === null);
    if (isNobody) void hidePerson().catch(() => undefined);
    else if (account !== null && !assumed && error === null)
      void getReady(account, portal).catch(() => undefined);
  }, [account, assumed, status, error, interrupted, portal]);

  useEffect(() => {
    if (account === null) {
      void refreshEntries().catch(() => undefined);
      return;
    }
    const stopSending = keepSending(account);
    const stopListening = onChanged((change) => showSent(change, account));
    return () => {
      stopSending();
      stopListening();
    };
  }, [account]);

  // No event fires when one bar of signal becomes two.
  useEffect(() => {
    if (!assumed) return;
    const timer = setInterval(() => void reload(), askAgainMs);
    // This page gets the responses to what it sends, but not to what the service worker sends.
    const stopListening = onChanged(({ sent }) => sent.length > 0 && void reload());
    return () => {
      clearInterval(timer);
      stopListening();
    };
  }, [assumed, reload]);
}

/** While online: remembers a person who has offline screens, and loads the screens onto the device. */
async function getReady(account: Account, { routes, tools }: Portal): Promise<void> {
  const opened = routes.filter(
    ({ offline, access }) => offline && access !== 'public' && allows(access, account.permissions),
  );
  if (opened.length === 0) return keepOnly(account, null);
  const permissions = opened.map(({ access }) => access).filter((access) => access !== 'signed-in');
  await keepOnly(account, permissions);
  await registerWorker();
  for (const { tool, prepare } of tools) {
    const isConcerned = Object.values(tool.screens).some(
      ({ offline, access }) => offline && allows(access, account.permissions),
    );
    if (isConcerned && prepare !== undefined) await (await prepare()).prepareOffline();
  }
}

/** Reports what was sent in the background, where people see it; a form reports its own entry. */
function showSent({ sent }: EntriesChanged, person: Owner): void {
  // Also where no one looks, or where the service worker sent what a form of this page shows.
  if (sent.length > 0) outdateAll();
  const { open } = entriesStore.current();
  const own = sent.filter(({ id, owner }) => isSamePerson(owner, person) && !open.has(id));
  if (own.length === 0 || document.visibilityState !== 'visible') return;
  showToast({ title: `${countEntries(own)} sent`, text: own.map(({ about }) => about.title).join(', ') });
}
