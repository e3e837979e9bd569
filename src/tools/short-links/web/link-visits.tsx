import { useState } from 'react';
import { BarChart } from '../../../platform/ui/bar-chart.tsx';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { type Link, readLinkVisits } from '../contract.ts';
import { DetailsSection } from './details-section.tsx';

const periods = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
] as const;
type Period = (typeof periods)[number]['value'];

/** How often a link was followed, day by day on the college's calendar. */
export function LinkVisits({ link }: { link: Link }) {
  const [days, setDays] = useState<Period>('30');
  const request = { params: { id: link._id }, query: { days: Number(days) } };
  const visits = useCall(readLinkVisits, request, { keepPrevious: true });
  const period = <CompactSelect label="Period" value={days} onChange={setDays} options={periods} />;
  return (
    <DetailsSection title="Visits" aside={period}>
      {visits.data === undefined && <Pending answer={visits} what="the visits" rows={4} />}
      {visits.data && (
        <BarChart
          title="Visits per day"
          nameHeading="Day"
          unit={['visit', 'visits']}
          bars={visits.data.data.map(({ day, visits: value }) => ({
            label: formatDay(day, 'short'),
            name: formatDay(day, 'long'),
            value,
          }))}
        />
      )}
    </DetailsSection>
  );
}
