import path from 'node:path';
import { z } from 'zod';
import { mistakesOf, type SettingMistake } from './mistakes.ts';
import { readYaml } from './yaml-file.ts';

/** What a tool lets a college configure: the shape of `campus/tools/<tool>.yaml` and of its variables. */
export interface SettingsShape<Campus extends z.ZodType = z.ZodType, Env extends z.ZodType = z.ZodType> {
  campus: Campus;
  environment: Env;
  /** What the shapes can not check, such as a secret that the file needs. Adds to `mistakes`. */
  check?(
    settings: { campus: z.output<Campus>; environment: z.output<Env> },
    about: { file: string; mistakes: SettingMistake[] },
  ): void;
}

export interface Settings<S extends SettingsShape> {
  campus: z.output<S['campus']>;
  environment: z.output<S['environment']>;
}

/**
 * @public
 * A dated value such as a rate: the entry whose `from` is the latest not after the day is in force.
 */
export function dated<V extends z.ZodType>(value: V) {
  return z
    .array(z.object({ from: z.iso.date(), value }))
    .min(1)
    .transform((entries) => entries.toSorted((a, b) => a.from.localeCompare(b.from)));
}

/** @public The value in force on a calendar day, or `undefined` before the first entry. */
export function valueOn<V>(entries: readonly { from: string; value: V }[], day: string): V | undefined {
  return entries.findLast((entry) => entry.from <= day)?.value;
}

/** Reads one tool's settings; mistakes are added to `mistakes`. */
export function readToolSettings<S extends SettingsShape>(
  toolId: string,
  shape: S,
  sources: { campusFolder: string; variables: Readonly<Record<string, string | undefined>> },
  mistakes: SettingMistake[],
): Settings<S> {
  const file = path.join(sources.campusFolder, 'tools', `${toolId}.yaml`);
  const written = readYaml(file, mistakes, { absent: {} });
  const campus = shape.campus.safeParse(written);
  const environment = shape.environment.safeParse(sources.variables);
  if (written !== undefined && !campus.success) mistakes.push(...mistakesOf(campus.error, file, written));
  if (!environment.success) mistakes.push(...mistakesOf(environment.error, 'environment'));
  if (campus.success && environment.success)
    shape.check?.({ campus: campus.data, environment: environment.data }, { file, mistakes });
  return { campus: campus.data, environment: environment.data } as Settings<S>;
}
