import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { takeBack } from '../../../platform/web/offline/outbox.ts';
import type { WaitingWrite } from '../../../platform/web/offline/waiting.ts';
import { WaitingList } from '../../../platform/web/offline/waiting-list.tsx';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { oldestWriting } from '../contract.ts';
import { isTooOld, type LogValues, valuesFrom, withOriginalTime } from './log-values.ts';

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
    const taken = await takeBack(write.key);
    if (taken === null) {
      showToast({ tone: 'info', title: 'It was sent meanwhile', text: 'You find it among your logs.' });
      return;
    }
    const values = valuesFrom(taken.request.body);
    const { timeZone } = pageData.campus;
    onEdit(isLate(taken) ? withOriginalTime(values, taken.writtenAt, timeZone) : values);
    document.querySelector<HTMLElement>('form [role="radiogroup"]')?.focus();
  };
  return <WaitingList onEdit={(write) => void edit(write)} noteOf={noteOf} />;
}

function isLate({ writtenAt, refusal }: WaitingWrite): boolean {
  return refusal?.reason === 'written-too-early' || isTooOld(writtenAt, Date.now());
}

function noteOf(write: WaitingWrite): string | null {
  if (!isLate(write)) return null;
  return `It was written more than ${oldestWriting} days ago. The portal takes no log that late: edit it to file it as of today.`;
}
