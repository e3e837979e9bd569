import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { NoticeEntry, ToolNotices } from '../../../platform/server/notices/notice-entry.ts';
import { joinIncident } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { type OpenIncident, selectOpen } from './incident-queries.ts';

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

function present(incident: OpenIncident): NoticeEntry {
  const { id, title, text, updated_at, affected, is_mine, is_portal_only } = incident;
  const join = {
    label: 'I have this too',
    call: joinIncident,
    params: { id },
    done: is_portal_only ? 'You will see updates here' : 'We will email you about it',
  };
  return {
    key: id,
    tone: 'warning',
    title,
    text,
    updatedAt: updated_at,
    about: `IT knows about it.${affected > 0 ? ` ${sayAffected(incident)}` : ''}`,
    ...(is_mine ? {} : { action: join }),
  };
}

function sayAffected({ affected, is_mine, is_portal_only }: OpenIncident): string {
  if (!is_mine) {
    return affected === 1 ? 'One person has it.' : `${affected.toLocaleString('en-US')} people have it.`;
  }
  const others = affected - 1;
  const people = others === 1 ? 'One other person has' : `${others.toLocaleString('en-US')} others have`;
  const updates = is_portal_only ? "You'll see updates here." : "You'll get updates by email.";
  return others === 0 ? updates : `${updates} ${people} it, too.`;
}
