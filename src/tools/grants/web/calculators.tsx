import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { TextField } from '../../../platform/ui/text-field.tsx';
import type { ApplicationForm } from '../contract/shapes.ts';
import styles from './application-form.module.css';
import { mileageCents, sayMileageRate, sayMoney } from './money.ts';

/** The rate that applies on a day; before the first rate, the first one. */
function rateOn<V>(rates: readonly { from: string; value: V }[], day: string): V | undefined {
  return (rates.findLast(({ from }) => from <= day) ?? rates[0])?.value;
}

interface CalculatorProps {
  rates: Pick<ApplicationForm, 'meals' | 'mileage'>;
  /** The first day of the activity. */
  day: string;
  onAmount: (dollars: string) => void;
}

const meals = [
  ['breakfast', 'Breakfasts'],
  ['lunch', 'Lunches'],
  ['dinner', 'Dinners'],
] as const;
const wholeNumber = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0);
const written = (cents: number) => (cents / 100).toFixed(2);

/** How many of each meal, at the college's rates. */
export function MealCalculator({ rates, day, onAmount }: CalculatorProps) {
  const [counts, setCounts] = useState({ breakfast: '', lunch: '', dinner: '' });
  const rate = rateOn(rates.meals, day);
  if (rate === undefined) return null;
  const cents = meals.reduce(
    (sum, [meal]) => sum + wholeNumber(counts[meal]) * Math.round(rate[meal] * 100),
    0,
  );
  const perDay = rate.breakfast + rate.lunch + rate.dinner;
  return (
    <details className={styles.calculator}>
      <summary>
        At most {dollars(perDay)} per day ({dollars(rate.breakfast)} breakfast, {dollars(rate.lunch)} lunch,{' '}
        {dollars(rate.dinner)} dinner)
      </summary>
      <Counts cents={cents} onAmount={onAmount}>
        {meals.map(([meal, label]) => (
          <TextField
            key={meal}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            value={counts[meal]}
            onChange={(event) => setCounts({ ...counts, [meal]: event.currentTarget.value })}
          />
        ))}
      </Counts>
    </details>
  );
}

/** Miles in a personal car, at the college's rate. */
export function MileageCalculator({ rates, day, onAmount }: CalculatorProps) {
  const [miles, setMiles] = useState('');
  const rate = rateOn(rates.mileage, day);
  if (rate === undefined) return null;
  return (
    <details className={styles.calculator}>
      <summary>{sayMileageRate(rate)} per mile</summary>
      <Counts cents={mileageCents(wholeNumber(miles), rate)} onAmount={onAmount}>
        <TextField
          label="Miles"
          inputMode="numeric"
          autoComplete="off"
          value={miles}
          onChange={(event) => setMiles(event.currentTarget.value)}
        />
      </Counts>
    </details>
  );
}

interface CountsProps extends Pick<CalculatorProps, 'onAmount'> {
  /** What the fields add up to. */
  cents: number;
  /** The fields. */
  children: ReactNode;
}

function Counts({ cents, onAmount, children }: CountsProps) {
  const use = () => onAmount(written(cents));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The browser would submit the application around it.
    event.preventDefault();
    if (cents > 0) use();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to what bubbles up from the fields inside */}
      <div className={styles.counts} onKeyDown={onKeyDown}>
        {children}
      </div>
      <Button size="compact-sm" variant="default" disabled={cents === 0} onClick={use}>
        Use {sayMoney(cents / 100)}
      </Button>
    </>
  );
}

/** `$46`, with cents only if there are any. */
function dollars(amount: number): string {
  return Number.isInteger(amount) ? `$${amount}` : sayMoney(amount);
}
