import { Time } from '../../ui/time.tsx';
import { pageData } from './page-data.ts';

/** A time on the college's clock. */
export function CampusTime({ value, style }: { value: string; style?: 'date' | 'date-time' }) {
  return <Time value={value} timeZone={pageData.campus.timeZone} {...(style ? { style } : {})} />;
}
