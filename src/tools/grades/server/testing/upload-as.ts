import { expect } from 'vitest';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { readGrades, uploadGrades } from '../../contract.ts';
import { type Cells, gradeTable } from './grade-table.ts';

/** Saves a table of these rows. */
export async function uploadAs(person: TestClient, ...rows: Cells[]) {
  const answer = await person.send(uploadGrades, { files: gradeTable(...rows) });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.data;
}

/** The best scores in a section: for each quiz its name, and each student with theirs. */
export async function readBest(person: TestClient, id: string, section: string) {
  const { body } = await person.send(readGrades, { params: { id }, query: { section } });
  return body.data.quizzes.map(({ name, rows }) => [
    name,
    ...rows.map(({ student, best }) => [student, best]),
  ]);
}
