import { useEffect } from 'react';
import { allows } from '../../contract/access.ts';
import type { Account } from '../../contract/account.ts';
import { showToast } from '../feedback/toasts.ts';
import { type Portal, usePortal } from '../routes/portal.ts';
import { useAccount } from '../session/account.ts';
import { keepSending } from './keep-sending.ts';
import { hear, type News } from './news.ts';
import { isInHand, refreshOutbox } from './outbox.ts';
import { forgetOthers, rememberPerson } from './person.ts';
import { registerWorker } from './register.ts';
import { countWrites, isSamePerson, type Owner } from './waiting.ts';

const askAgainMs = 30_000;

/** All that goes on in the background of a page for somebody who works offline, or on whose device something waits. */
export function useOfflineWork(): void {
  const { account, assumed, reload } = useAccount();
  const portal = usePortal();

  useEffect(() => {
    if (account !== null && !assumed) void getReady(account, portal).catch(() => undefined);
  }, [account, assumed, portal]);

  useEffect(() => {
    if (account === null) {
      void refreshOutbox().catch(() => undefined);
      return;
    }
    const stopSending = keepSending(account);
    const stopTelling = hear((news) => tellSent(news, account));
    return () => {
      stopSending();
      stopTelling();
    };
  }, [account]);

  // One bar of signal fires no event when it becomes two.
  useEffect(() => {
    if (!assumed) return;
    const timer = setInterval(() => void reload(), askAgainMs);
    return () => clearInterval(timer);
  }, [assumed, reload]);
}

/** While there is a network: whoever has offline screens is remembered, and the screens are brought onto the device. */
async function getReady(account: Account, { routes, tools }: Portal): Promise<void> {
  const opened = routes.filter(
    ({ offline, access }) => offline && access !== 'public' && allows(access, account.permissions),
  );
  if (opened.length === 0) return forgetOthers(account);
  const permissions = opened.map(({ access }) => access).filter((access) => access !== 'signed-in');
  await rememberPerson(account, permissions);
  await registerWorker();
  for (const { tool, prepare } of tools) {
    const isConcerned = Object.values(tool.screens).some(
      ({ offline, access }) => offline && allows(access, account.permissions),
    );
    if (isConcerned && prepare !== undefined) await (await prepare()).prepareOffline();
  }
}

/** What was sent in the background is told where somebody looks; a form tells of its own itself. */
function tellSent({ sent }: News, person: Owner): void {
  const own = sent.filter(({ key, owner }) => isSamePerson(owner, person) && !isInHand(key));
  if (own.length === 0 || document.visibilityState !== 'visible') return;
  showToast({ title: `${countWrites(own)} sent`, text: own.map(({ about }) => about.title).join(', ') });
}
