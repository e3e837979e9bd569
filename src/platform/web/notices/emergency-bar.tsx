import { ChevronDown, Siren } from 'lucide-react';
import { usePathname } from 'wouter/use-browser-location';
import type { NoticeFace } from '../../contract/notices.ts';
import { CampusTime } from '../session/campus-time.tsx';
import { NoticeWords } from './notice-words.tsx';
import { useEverywhereNotices } from './use-notices.ts';

/**
 * Emergencies, on every page. They can be collapsed to their titles, but not dismissed. The server draws the same for the
 * first paint (`paint-notices.ts`); one that comes later is read aloud.
 */
export function EmergencyBar() {
  const { emergencies } = useEverywhereNotices(usePathname());
  if (emergencies.length === 0) return null;
  return (
    <aside className="quad-emergencies" aria-label="Emergency">
      <div role="alert">
        {emergencies.map((notice) => (
          <Emergency key={notice.key} notice={notice} updatedAt={notice.updatedAt} about={notice.about} />
        ))}
      </div>
    </aside>
  );
}

interface EmergencyProps {
  notice: NoticeFace;
  updatedAt: string;
  about: string | null;
}

export function Emergency({ notice, updatedAt, about }: EmergencyProps) {
  return (
    <details className="quad-emergency" open>
      <summary className="quad-emergency-title">
        <Siren size={20} className="quad-emergency-icon" aria-hidden="true" />
        <span>Emergency: {notice.title}</span>
        <ChevronDown size={20} className="quad-emergency-icon" aria-hidden="true" />
      </summary>
      <div className="quad-emergency-words">
        <NoticeWords {...notice} />
        <p className="quad-notice-about">
          Updated <CampusTime value={updatedAt} />
          {about !== null && `. ${about}`}
        </p>
      </div>
    </details>
  );
}
