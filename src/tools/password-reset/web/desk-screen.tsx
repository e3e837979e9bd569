import { Button } from '@mantine/core';
import { LockKeyholeOpen, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { useEveryFewSeconds } from '../../../platform/web/client/use-every-few-seconds.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { type DeskReset, declineDeskReset, listDeskResets, readDesk } from '../contract.ts';
import { passwordReset } from '../tool.ts';
import { DeskTable } from './desk-table.tsx';
import type { GivingCode } from './give-code-dialog.tsx';

const VouchDialog = lazyDialog(async () => (await import('./vouch-dialog.tsx')).VouchDialog);
const GiveCodeDialog = lazyDialog(async () => (await import('./give-code-dialog.tsx')).GiveCodeDialog);
const UnlockDialog = lazyDialog(async () => (await import('./unlock-dialog.tsx')).UnlockDialog);

/** For people who come to IT with an ID: one person vouches here, a second one confirms in their own session. */
export function Screen() {
  const list = useListAddress(listDeskResets);
  const resets = useCall(listDeskResets, { query: list.query }, { keepPrevious: true });
  const desk = useCall(readDesk, {});
  const [open, setOpen] = useState<'vouch' | 'unlock' | null>(null);
  const [giving, setGiving] = useState<GivingCode | null>(null);
  const decline = useAction(declineDeskReset, { invalidates: [listDeskResets] });
  // What a colleague next to you does shows here without a reload.
  const isWaiting = resets.data?.data.some(({ state, can }) => state === 'waiting' || can.showAgain) ?? false;
  useEveryFewSeconds([resets], isWaiting);
  const close = () => setOpen(null);
  const { title, lead } = passwordReset.screens.desk;
  const isOn = desk.data?.data.isOn ?? true;
  const vouch = (
    <Button
      leftSection={<UserRoundCheck size={16} aria-hidden="true" />}
      onClick={() => setOpen('vouch')}
      disabled={!isOn}
    >
      Vouch for someone
    </Button>
  );
  const askToDecline = ({ id, principalEmail }: DeskReset) =>
    void decline.run(
      { params: { id } },
      {
        confirm: {
          title: 'Decline this request?',
          text: `No one can confirm it anymore. The password of ${principalEmail} stays as it is.`,
          action: 'Decline',
          danger: true,
        },
        done: 'Request declined',
        failed: 'The request was not declined',
      },
    );
  return (
    <>
      <PageHeading
        lead={lead}
        actions={
          <>
            {desk.data?.data.canUnlock && (
              <Button
                variant="default"
                leftSection={<LockKeyholeOpen size={16} aria-hidden="true" />}
                onClick={() => setOpen('unlock')}
              >
                Unlock account
              </Button>
            )}
            {vouch}
          </>
        }
      >
        {title}
      </PageHeading>
      {!isOn && (
        <ProblemAlert>
          <span>The password reset is off, because no directory is set up that accepts passwords.</span>
        </ProblemAlert>
      )}
      <ListView
        list={list}
        answer={resets}
        noun={['request', 'requests']}
        emptyText="When someone with an ID is at the desk, vouch for them here. A colleague confirms it and shows them a code for their phone."
      >
        {(rows) => (
          <DeskTable
            resets={rows}
            onConfirm={(reset) => setGiving({ reset, isAgain: false })}
            onDecline={askToDecline}
            onShowAgain={(reset) => setGiving({ reset, isAgain: true })}
          />
        )}
      </ListView>
      <VouchDialog open={open === 'vouch'} onClose={close} />
      <UnlockDialog open={open === 'unlock'} onClose={close} />
      <GiveCodeDialog open={giving !== null} giving={giving} onClose={() => setGiving(null)} />
    </>
  );
}
