import { formatTime, readerZoneOf, type TimeStyle } from './zoned-time.ts';

interface TimeProps {
  /** ISO 8601, UTC. */
  value: string;
  timeZone: string;
  style?: Exclude<TimeStyle, 'exact'>;
}

const readerZone = readerZoneOf();

/** A moment on the college's clock, with the exact time on hover and for machines. */
export function Time({ value, timeZone, style = 'date-time' }: TimeProps) {
  return (
    <time dateTime={value} title={formatTime(value, timeZone, 'exact')}>
      {formatTime(value, timeZone, style, readerZone)}
    </time>
  );
}
