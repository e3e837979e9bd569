import { counted } from '../../../platform/contract/counted.ts';
import { BarChart } from '../../../platform/ui/bar-chart.tsx';
import type { Quiz } from '../contract.ts';
import { distribute, notRetaken } from './distribution.ts';
import styles from './section.module.css';

/** How the scores of a quiz are spread before and after retakes, and who has not retaken it. */
export function QuizFigures({ quiz }: { quiz: Quiz }) {
  const before = distribute(quiz, ({ original }) => original);
  const after = distribute(quiz, ({ best }) => best);
  const most = Math.max(...[...before, ...after].map(({ value }) => value));
  const without = notRetaken(quiz.rows);
  const chart = {
    nameHeading: 'Score',
    unit: ['student', 'students'],
    reaching: most,
    size: 'small',
  } as const;
  return (
    <div className={styles.figures}>
      <div className={styles.charts}>
        <BarChart title="Before retakes" bars={before} {...chart} />
        <BarChart title="After retakes" bars={after} {...chart} />
      </div>
      {without.length === 0 ? (
        <p className={styles.without}>Everyone has retaken this quiz.</p>
      ) : (
        <details className={styles.without}>
          <summary>{counted(without.length, 'student has', 'students have')} not retaken this quiz</summary>
          <ul>
            {without.map(({ studentId, student }) => (
              <li key={studentId}>{student}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
