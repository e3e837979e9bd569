import { useLayoutEffect, useRef, useState } from 'react';
import styles from './bar-chart.module.css';
import type { Bar } from './bar-chart.tsx';
import { axisSteps, labeledIndexes } from './chart-scale.ts';

/** In sixteenths of a rem, so that it grows with the text; the style sheet reserves the space until it is known. */
const heights = { usual: 200, small: 132 };
const margin = { top: 8, right: 0, bottom: 26, left: 40 };

interface DrawingProps {
  bars: readonly Bar[];
  label: string;
  reaching: number;
  size: 'small' | undefined;
  pointed: number | null;
  onPoint: (index: number | null) => void;
}

/** The picture of a bar chart, as wide as its container; reports the bar that is pointed at. */
export function BarDrawing({ bars, label, reaching, size, pointed, onPoint }: DrawingProps) {
  const height = size === 'small' ? heights.small : heights.usual;
  const frame = useRef<HTMLDivElement>(null);
  const { width, scale } = useSpace(frame);
  const steps = axisSteps(Math.max(0, reaching, ...bars.map(({ value }) => value)));
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
    <div ref={frame} className={styles.frame} data-size={size}>
      {width > 0 && (
        <svg
          width={width * scale}
          height={height * scale}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={label}
          onPointerLeave={() => onPoint(null)}
        >
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
          {labeledIndexes(bars.length, inner.width, 64).map((index) => {
            // The last label ends where the chart does: centered below its bar, it would be cut off.
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

/** A column that is rounded only at the top. */
function barShape(x: number, y: number, width: number, tall: number): string {
  const round = Math.min(3, width / 2, tall);
  return `M${x} ${y + tall}v${round - tall}q0 ${-round} ${round} ${-round}h${width - 2 * round}q${round} 0 ${round} ${round}v${tall - round}Z`;
}

/** The current width of an element in sixteenths of a rem, and the CSS pixels of one; 0 until it is in the page. */
function useSpace(element: { current: HTMLElement | null }): { width: number; scale: number } {
  const [space, setSpace] = useState({ width: 0, scale: 1 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      setSpace({ width: Math.floor(current.clientWidth / scale), scale });
    };
    // At once: of what opens for the printer, an observer says nothing before the paper is drawn.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return space;
}
