import { counted } from '../../../platform/contract/counted.ts';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { OpeningSection, OpeningSections } from '../../../platform/ui/opening-sections.tsx';
import type { GradeRow, Quiz, Score } from '../contract.ts';
import { QuizFigures } from './quiz-figures.tsx';

/** Quizzes that open and close, each with its students; the first one is open. */
export function QuizList({ quizzes }: { quizzes: readonly Quiz[] }) {
  return (
    <OpeningSections>
      {quizzes.map((quiz, at) => (
        <OpeningSection
          key={quiz.name}
          title={quiz.name}
          count={counted(quiz.rows.length, 'student', 'students')}
          startsOpen={at === 0}
        >
          <DataTable
            caption={`${quiz.name}, out of ${quiz.pointsPossible}`}
            columns={columns}
            rows={quiz.rows}
            keyOf={({ studentId }) => studentId}
          />
          <QuizFigures quiz={quiz} />
        </OpeningSection>
      ))}
    </OpeningSections>
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
