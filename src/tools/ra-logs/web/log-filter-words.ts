import { formatDay } from '../../../platform/ui/zoned-time.ts';
import type { listRaLogs } from '../contract.ts';

export type LogFilter = (typeof listRaLogs)['list']['filters'][number];

const followUps: Readonly<Record<string, string>> = {
  true: 'Needs Follow Up',
  false: 'Needs no follow-up',
  open: 'Open follow-ups',
  unassigned: 'Unassigned follow-ups',
};

/** The filters that are set, as shown on the printed list. */
export function wordsOfFilters(filters: Readonly<Record<LogFilter, string>>): string[] {
  const { reviewed, followUp, submittedBy, reviewedBy, building, from, to } = filters;
  const words = [
    reviewed === '' ? '' : reviewed === 'false' ? 'Unreviewed Logs' : 'Reviewed Logs',
    followUps[followUp] ?? '',
    submittedBy && `Submitted By: ${submittedBy}`,
    reviewedBy && `Reviewed By: ${reviewedBy}`,
    building && `Building: ${building}`,
    from && `From ${formatDay(from, 'long')}`,
    to && `To ${formatDay(to, 'long')}`,
  ];
  return words.filter((word) => word !== '');
}
