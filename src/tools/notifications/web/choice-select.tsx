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

/** Saves as soon as it is chosen; what was not saved is reverted. */
export function ChoiceSelect({ notification }: { notification: Notification }) {
  const { topic, title, choice } = notification;
  /** Until it is saved, or was not. */
  const [wanted, setWanted] = useState<NotificationChoice | null>(null);
  const [saved, setSaved] = useState(choice);
  if (saved !== choice) {
    setSaved(choice);
    setWanted(null);
  }
  const save = useAction(saveNotification, { invalidates: [listNotifications] });
  const choose = async (chosen: NotificationChoice) => {
    setWanted(chosen);
    const label = options.find(({ value }) => value === chosen)?.label.toLowerCase();
    const words = { done: `${title}: ${label}`, failed: 'Your choice was not saved' };
    if (!(await save.run({ body: { topic, choice: chosen } }, words))) setWanted(null);
  };
  return (
    <CompactSelect
      label={title}
      value={wanted ?? choice}
      onChange={(value) => void choose(value)}
      options={options}
    />
  );
}
