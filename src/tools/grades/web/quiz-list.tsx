import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import type { GradeRow, Quiz, Score } from '../contract.ts';
import { counted } from './links.ts';
import { QuizFigures } from './quiz-figures.tsx';
import styles from './section.module.css';

/** Quizzes that open and close, each with its students; the first one is open. */
export function QuizList({ quizzes }: { quizzes: readonly Quiz[] }) {
  return (
    <div className={styles.list}>
      {quizzes.map((quiz, at) => (
        <QuizDetails key={quiz.name} quiz={quiz} startsOpen={at === 0} />
      ))}
    </div>
  );
}

function QuizDetails({ quiz, startsOpen }: { quiz: Quiz; startsOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <details className={styles.quiz} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight size={18} aria-hidden="true" className={styles.chevron} />
        <h2 className={styles.name}>{quiz.name}</h2>
        <span className={styles.count}>{counted(quiz.rows.length, 'student', 'students')}</span>
      </summary>
      {isOpen && (
        <>
          <DataTable
            caption={`${quiz.name}, out of ${quiz.pointsPossible}`}
            columns={columns}
            rows={quiz.rows}
            keyOf={({ studentId }) => studentId}
          />
          <QuizFigures quiz={quiz} />
        </>
      )}
    </details>
  );
}

const columns: Column<GradeRow>[] = [
  { title: 'Student', cell: ({ student }) => student },
  { title: 'Original', width: 'fit', align: 'end', cell: ({ original }) => sayScore(original) },
  ...[1, 2, 3, 4, 5].map(
    (retake): Column<GradeRow> => ({
      title: `Retake ${retake}`,
      width: 'fit',
      align: 'end',
      cell: ({ retakes }) => sayScore(retakes[retake - 1] ?? null),
    }),
  ),
  { title: 'Best', width: 'fit', align: 'end', cell: ({ best }) => <strong>{sayScore(best)}</strong> },
];

function sayScore(score: Score): string {
  return score === null ? '–' : String(score);
}
