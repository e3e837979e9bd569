import { csvLine } from '../../../platform/server/csv/write-csv.ts';
import { templateColumns } from '../contract/columns.ts';

/** Made-up students; no one in the directory has these IDs. */
const students = [
  'Abara, Chidi',
  'Bellweather, June',
  'Castellan, Rosa',
  'Dunmore, Theo',
  'Eastlake, Priya',
  'Fenwick, Otis',
  'Garrow, Lena',
  'Hollis, Marcus',
  'Ibarra, Noemi',
  'Jessup, Wren',
  'Kestrel, Aya',
  'Lindqvist, Sven',
  'Marlowe, Dante',
  'Nakagawa, Emi',
  'Ostrander, Faye',
  'Pellegrin, Luc',
  'Quimby, Hazel',
  'Rourke, Declan',
  'Sandoval, Inez',
  'Thackeray, Bo',
  'Umber, Calla',
  'Vasquez, Mateo',
  'Whitlock, Ivy',
  'Yarrow, Finn',
] as const;

export interface DemoTerm {
  term: string;
  year: number;
  sections: readonly string[];
  quizzes: number;
  /** Students of each section. */
  students: number;
  /** A different number makes different scores. */
  turn: number;
}

type Line = (string | number)[];

/** A term of made-up grades, as a file to upload; the same term makes the same file. */
export function demoLines({ term, year, sections, quizzes, students: size, turn }: DemoTerm): Line[] {
  return sections.flatMap((section, of) =>
    Array.from({ length: quizzes }, (_quiz, quiz) =>
      students
        .slice((of * size) % students.length, ((of * size) % students.length) + size)
        .map((student, at) => {
          const id = 900_100 + students.indexOf(student);
          const scores = makeScores(turn + of * 7 + quiz * 5 + at * 11);
          return [term, year, section, `Quiz ${quiz + 1}`, student, id, '', 100, ...scores];
        }),
    ).flat(),
  );
}

/** The original and five retakes, better each time, as when people practice. */
function makeScores(seed: number): (number | string)[] {
  const original = 38 + ((seed * 37) % 61) + (seed % 4) * 0.5;
  if (seed % 23 === 0) return ['EX', '', '', '', '', ''];
  const retakes = original >= 85 ? 0 : seed % 4;
  const scores: (number | string)[] = [original];
  for (let retake = 1; retake <= 5; retake += 1)
    scores.push(retake <= retakes ? Math.min(100, original + retake * 9 + (seed % 5)) : '');
  return scores;
}

/** What the page offers to try: one to upload, and one with a mistake of each kind. */
export function demoFile(name: 'good' | 'bad'): string {
  const year = 2026;
  const sections = ['MAT-121-01', 'MAT-121-02'];
  const lines = demoLines({ term: 'Fall', year, sections, quizzes: 4, students: 12, turn: 2 });
  if (name === 'bad') {
    const change = (at: number, column: (typeof templateColumns)[number], value: string) => {
      const line = lines[at];
      if (line !== undefined) line[templateColumns.indexOf(column)] = value;
    };
    change(2, 'original', 'abc');
    change(5, 'original', '151');
    change(8, 'retake_1', '');
    change(8, 'retake_2', '70');
    change(11, 'student_id', '900100');
    change(14, 'term', 'Autumn');
    change(20, 'section', 'MAT/121');
    change(30, 'student_name', '');
    change(40, 'points_possible', 'many');
  }
  return writeFile(lines);
}

export function writeFile(lines: readonly Line[]): string {
  return [templateColumns, ...lines].map((line) => csvLine(line, 'UTC')).join('');
}
