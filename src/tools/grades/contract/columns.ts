export const mostRetakes = 5;

/** For a section. Canvas puts all of a student's sections in one cell. */
export const longestLabel = 120;

/** The columns of an upload; a header may have them in any order and case. */
export const requiredColumns = [
  'term',
  'year',
  'section',
  'quiz',
  'student_name',
  'student_id',
  'original',
] as const;
export const optionalColumns = [
  'student_email',
  'points_possible',
  'retake_1',
  'retake_2',
  'retake_3',
  'retake_4',
  'retake_5',
] as const;
/** The first line of the template. */
export const templateColumns = [
  ...requiredColumns.slice(0, -1),
  'student_email',
  'points_possible',
  'original',
  'retake_1',
  'retake_2',
  'retake_3',
  'retake_4',
  'retake_5',
] as const;
export type GradeColumn = (typeof templateColumns)[number];
