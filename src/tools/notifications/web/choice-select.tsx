import { useState } from 'react';
import type { NotificationChoice } from '../../../platform/contract/notifications.ts';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { listNotifications, type Notification, saveNotification } from '../contract.ts';

const options: readonly { value: NotificationChoice; label: string }[] = [
  { value: 'now', label: 'Right away' },
  { value: 'digest', label: 'Once a day' },
  { value: 'portal', label: 'Not by email' },
];

/** Saves as soon as it is chosen; what was not saved goes back. */
export function ChoiceSelect({ notification }: { notification: Notification }) {
  const { topic, title, choice } = notification;
  const [shown, setShown] = useState(choice);
  const [saved, setSaved] = useState(choice);
  if (saved !== choice) {
    setSaved(choice);
    setShown(choice);
  }
  const save = useAction(saveNotification, { invalidates: [listNotifications] });
  const choose = async (wanted: NotificationChoice) => {
    setShown(wanted);
    const label = options.find(({ value }) => value === wanted)?.label.toLowerCase();
    const words = { done: `${title}: ${label}`, failed: 'Your choice was not saved' };
    if (!(await save.run({ body: { topic, choice: wanted } }, words))) setShown(choice);
  };
  return (
    <CompactSelect label={title} value={shown} onChange={(value) => void choose(value)} options={options} />
  );
}
