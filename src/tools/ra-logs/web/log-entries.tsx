import type { Entry } from '../../../platform/web/offline/entry.ts';
import { EntryList } from '../../../platform/web/offline/entry-list.tsx';
import { oldestWriting } from '../contract.ts';
import { isFiledLate, logForm } from './log-values.ts';

/** What is on this device besides the log in the form: logs that are waiting to be sent, and other drafts. */
export function LogEntries({ onEdit }: { onEdit: (entry: Entry) => void }) {
  return <EntryList form={logForm} onEdit={onEdit} noteOf={noteOf} />;
}

function noteOf(entry: Entry): string | null {
  if (!isFiledLate(entry, Date.now())) return null;
  return `It was written more than ${oldestWriting} days ago, which is too late to submit. Edit it to submit it as of today.`;
}
