import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { NoticeEntry, ToolNotices } from '../../../platform/server/notices/notice-entry.ts';
import { joinIncident } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { type ShownIncident, selectOpen } from './incident-queries.ts';

/** Known issues that are not solved yet, wherever people go to ask for help. */
export function incidentNotices(reader: Reader): ToolNotices {
  return {
    places: ['/my-dashboard', '/support', helpDesk.screens.submit.path],
    async list(viewer) {
      if (!mayCall(viewer, joinIncident)) return [];
      return (await selectOpen(reader, viewer.id)).map(present);
    },
  };
}

function present({ id, title, text, updated_at, affected, is_mine }: ShownIncident): NoticeEntry {
  const join = {
    label: 'I have this too',
    call: joinIncident,
    params: { id },
    done: 'We will email you about it',
  };
  return {
    key: id,
    tone: 'warning',
    title,
    text,
    updatedAt: updated_at,
    about: `IT knows about it.${affected > 0 ? ` ${sayAffected(affected, is_mine)}` : ''}`,
    ...(is_mine ? {} : { action: join }),
  };
}

function sayAffected(affected: number, isMine: boolean): string {
  if (!isMine) {
    return affected === 1 ? 'One person has it.' : `${affected.toLocaleString('en-US')} people have it.`;
  }
  const others = affected - 1;
  const people = others === 1 ? 'One other person has' : `${others.toLocaleString('en-US')} others have`;
  return others === 0 ? "You'll get updates by email." : `You'll get updates by email. ${people} it, too.`;
}
