import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { takeBack } from '../../../platform/web/offline/take-off.ts';
import type { WaitingWrite } from '../../../platform/web/offline/waiting.ts';
import { WaitingList } from '../../../platform/web/offline/waiting-list.tsx';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { oldestWriting } from '../contract.ts';
import { isTooOld, type LogValues, logDraft, valuesOf } from './log-values.ts';

interface WaitingLogsProps {
  /** Something else is in the form. */
  isBusy: boolean;
  onEdit: (values: LogValues) => void;
}

/** The logs that wait on this device, with a way back into the form. */
export function WaitingLogs({ isBusy, onEdit }: WaitingLogsProps) {
  const edit = async (write: WaitingWrite) => {
    const mayReplace =
      !isBusy ||
      (await askToConfirm({
        title: 'Replace what is in the form?',
        text: 'You have begun another log. It is lost if you open this one.',
        action: 'Replace',
        danger: true,
      }));
    if (!mayReplace) return;
    const { timeZone } = pageData.campus;
    const valuesNow = (found: WaitingWrite) => valuesOf(found, { isLate: isLate(found), timeZone });
    const taken = await takeBack(write.key, (found) => ({ form: logDraft, values: valuesNow(found) }));
    if (taken.outcome !== 'taken') {
      showToast({ tone: 'info', ...notTaken[taken.outcome], seconds: 8 });
      return;
    }
    onEdit(valuesNow(taken.write));
    document.querySelector<HTMLElement>('form [role="radiogroup"]')?.focus();
  };
  return <WaitingList onEdit={(write) => void edit(write)} noteOf={noteOf} />;
}

const notTaken = {
  sent: { title: 'It was sent meanwhile', text: 'You find it among your logs.' },
  fixed: {
    title: 'It cannot be changed any more',
    text: 'It may have arrived already. It is sent again as it is.',
  },
  busy: { title: 'It is being sent right now', text: 'Please try again in a moment.' },
};

function isLate({ writtenAt, refusal }: WaitingWrite): boolean {
  return refusal?.reason === 'written-too-early' || isTooOld(writtenAt, Date.now());
}

function noteOf(write: WaitingWrite): string | null {
  if (!isLate(write)) return null;
  return `It was written more than ${oldestWriting} days ago. The portal takes no log that late: edit it to file it as of today.`;
}
