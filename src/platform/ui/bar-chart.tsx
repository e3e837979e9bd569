import { useId, useState } from 'react';
import styles from './bar-chart.module.css';
import { BarDrawing } from './bar-drawing.tsx';
import { TextButton } from './text-button.tsx';

export interface Bar {
  /** Short, for below the chart: `Nov 21`. */
  label: string;
  /** In full, for the table and for pointing at the bar: `Friday, November 21`. */
  name: string;
  value: number;
}

interface BarChartProps {
  /** What is shown: `Visits per day`. */
  title: string;
  /** Heading of the table's first column: `Day`. */
  nameHeading: string;
  /** What is counted, singular and plural: `['visit', 'visits']`. */
  unit: readonly [one: string, many: string];
  bars: readonly Bar[];
  /** The axis reaches at least this value, so that neighboring charts can be compared. */
  reaching?: number;
  /** `small` for one of several. */
  size?: 'small';
}

/**
 * Bars over time. Drawn for the eye, with the same numbers for everyone in a table behind a button. Needs no script or
 * style that a Content Security Policy refuses.
 */
export function BarChart({ title, nameHeading, unit, bars, reaching = 0, size }: BarChartProps) {
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const [one, many] = unit;
  const counted = (value: number) => `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;
  const heading = useId();
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const bar = pointed === null ? undefined : bars[pointed];

  return (
    <figure className={styles.chart} aria-labelledby={heading}>
      <figcaption className={styles.caption}>
        <span id={heading} className={styles.title}>
          {title}
        </span>
        <span className={styles.reading}>
          {bar === undefined ? `${counted(total)} in all` : `${bar.name}: ${counted(bar.value)}`}
        </span>
      </figcaption>
      {asTable ? (
        <Table caption={title} nameHeading={nameHeading} valueHeading={many} bars={bars} />
      ) : (
        <BarDrawing
          bars={bars}
          label={`${title}: ${summary(bars, counted)}`}
          reaching={reaching}
          size={size}
          pointed={pointed}
          onPoint={setPointed}
        />
      )}
      <TextButton className={styles.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
        {asTable ? 'Show as a chart' : 'Show as a table'}
      </TextButton>
    </figure>
  );
}

interface TableProps {
  caption: string;
  nameHeading: string;
  valueHeading: string;
  bars: readonly Bar[];
}

/** Newest first: it is what people look for. */
function Table({ caption, nameHeading, valueHeading, bars }: TableProps) {
  return (
    <table className={styles.table} aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">{nameHeading}</th>
          <th scope="col">{valueHeading}</th>
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The chart in one sentence, for screen readers. */
function summary(bars: readonly Bar[], counted: (value: number) => string): string {
  const most = bars.reduce<Bar | null>(
    (best, bar) => (best === null || bar.value > best.value ? bar : best),
    null,
  );
  if (most === null || most.value === 0) return 'none.';
  return `the most is ${most.name} with ${counted(most.value)}.`;
}
