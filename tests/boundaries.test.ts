import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  barrelsIn,
  circlesIn,
  drawersIn,
  longFilesIn,
  missingFilesIn,
  oddNamesIn,
  partCirclesIn,
  renamedCallsIn,
} from './boundaries/house-rules.ts';
import { breachesOf } from './boundaries/import-law.ts';
import { silentListsIn } from './boundaries/silent-lists.ts';
import { skippedSchedulesIn } from './boundaries/skipped-schedules.ts';
import { lookAt } from './boundaries/source.ts';
import { missingClassesIn } from './boundaries/style-classes.ts';
import { zonesInSql } from './boundaries/zones-in-sql.ts';

describe('the project', () => {
  const { files, sources } = lookAt(path.resolve(import.meta.dirname, '..'));

  test('is read completely', () => {
    expect(files).toContain('src/platform/contract/call.ts');
    expect(sources.flatMap((file) => file.imports).length).toBeGreaterThan(200);
  });

  test('no file imports what its place does not allow', () => {
    expect(sources.flatMap(breachesOf)).toEqual([]);
  });

  test('no files import each other in a circle', () => {
    expect(circlesIn(sources)).toEqual([]);
  });

  test('no parts of the platform need each other in a circle', () => {
    expect(partCirclesIn(sources)).toEqual([]);
  });

  test('a call has one name', () => {
    expect(renamedCallsIn(sources)).toEqual([]);
  });

  test('there is no junk folder', () => {
    expect(drawersIn(files)).toEqual([]);
  });

  test('only the named faces just re-export', () => {
    expect(barrelsIn(sources)).toEqual([]);
  });

  test('no file has more than 300 lines', () => {
    expect(longFilesIn(sources)).toEqual([]);
  });

  test('every tool and every part of the platform has a README', () => {
    expect(missingFilesIn(files)).toEqual([]);
  });

  test('files are named in kebab-case', () => {
    expect(oddNamesIn(files)).toEqual([]);
  });

  test('every class that a component asks for is in its style sheet', () => {
    expect(missingClassesIn(path.resolve(import.meta.dirname, '..'), files)).toEqual([]);
  });

  test('no list is silent in Safari', () => {
    expect(silentListsIn(path.resolve(import.meta.dirname, '..'), files)).toEqual([]);
  });

  test('no job runs in an hour that is skipped when the clock is put forward', () => {
    expect(skippedSchedulesIn(path.resolve(import.meta.dirname, '..'), files)).toEqual([]);
  });

  test("the college's time zone is in no SQL", () => {
    expect(zonesInSql(path.resolve(import.meta.dirname, '..'), files)).toEqual([]);
  });
});
