import { useEffect, useId, useRef, useState } from 'react';
import styles from './bar-chart.module.css';
import { axisSteps, labelledIndexes } from './chart-scale.ts';

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
  /** What is counted, one and many: `['visit', 'visits']`. */
  unit: readonly [one: string, many: string];
  bars: readonly Bar[];
}

const height = 200;
const margin = { top: 8, right: 0, bottom: 26, left: 40 };

/**
 * Bars over time. Drawn for the eye, with the same numbers as a table behind a button for everybody; no script or
 * style that a Content Security Policy would mind.
 */
export function BarChart({ title, nameHeading, unit, bars }: BarChartProps) {
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
        <Drawing
          bars={bars}
          label={`${title}: ${summary(bars, counted)}`}
          pointed={pointed}
          onPoint={setPointed}
        />
      )}
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? 'Show as a chart' : 'Show as a table'}
      </button>
    </figure>
  );
}

interface TableProps {
  caption: string;
  nameHeading: string;
  valueHeading: string;
  bars: readonly Bar[];
}

function Table({ caption, nameHeading, valueHeading, bars }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={styles.scroll} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{nameHeading}</th>
            <th scope="col">{valueHeading}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The chart in a sentence, for people who hear it. */
function summary(bars: readonly Bar[], counted: (value: number) => string): string {
  const most = bars.reduce<Bar | null>(
    (best, bar) => (best === null || bar.value > best.value ? bar : best),
    null,
  );
  if (most === null || most.value === 0) return 'none.';
  return `most on ${most.name}, ${counted(most.value)}.`;
}

interface DrawingProps {
  bars: readonly Bar[];
  label: string;
  pointed: number | null;
  onPoint: (index: number | null) => void;
}

function Drawing({ bars, label, pointed, onPoint }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const steps = axisSteps(Math.max(0, ...bars.map(({ value }) => value)));
  const top = steps.at(-1) ?? 1;
  const inner = {
    width: Math.max(0, width - margin.left - margin.right),
    height: height - margin.top - margin.bottom,
  };
  const slot = inner.width / Math.max(1, bars.length);
  const thick = Math.min(Math.max(slot * 0.64, 1), 36);
  const levelOf = (value: number) => margin.top + inner.height * (1 - value / top);
  const middleOf = (index: number) => margin.left + slot * (index + 0.5);

  return (
    <div ref={frame} className={styles.frame}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label} onPointerLeave={() => onPoint(null)}>
          {steps.map((step) => (
            <g key={step}>
              <line
                className={styles.grid}
                x1={margin.left}
                x2={width}
                y1={levelOf(step)}
                y2={levelOf(step)}
              />
              <text className={styles.word} x={margin.left - 8} y={levelOf(step) + 4} textAnchor="end">
                {step.toLocaleString('en-US', { notation: 'compact' })}
              </text>
            </g>
          ))}
          {bars.map(({ name, value }, index) => (
            <g
              key={name}
              className={index === pointed ? styles.pointed : styles.bar}
              onPointerEnter={() => onPoint(index)}
            >
              <rect
                className={styles.reach}
                x={margin.left + slot * index}
                y={0}
                width={slot}
                height={height}
              />
              {value > 0 && (
                <path
                  d={barShape(
                    middleOf(index) - thick / 2,
                    levelOf(value),
                    thick,
                    levelOf(0) - levelOf(value),
                  )}
                />
              )}
            </g>
          ))}
          {labelledIndexes(bars.length, inner.width, 56).map((index) => {
            // The last label ends with the chart: centred below its bar it would be cut off.
            const isLast = index === bars.length - 1;
            return (
              <text
                key={index}
                className={styles.word}
                x={isLast ? width : middleOf(index)}
                y={height - 6}
                textAnchor={isLast ? 'end' : 'middle'}
              >
                {bars[index]?.label}
              </text>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** A column that is rounded at its upper end only. */
function barShape(x: number, y: number, width: number, tall: number): string {
  const round = Math.min(3, width / 2, tall);
  return `M${x} ${y + tall}v${round - tall}q0 ${-round} ${round} ${-round}h${width - 2 * round}q${round} 0 ${round} ${round}v${tall - round}Z`;
}

/** The width of an element in CSS pixels, as it changes; 0 until it stands. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
