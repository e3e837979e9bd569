import type { z } from 'zod';

/** One wrong setting: where it is, what is wrong, and what a correct one looks like. */
export interface SettingMistake {
  where: string;
  what: string;
  example?: string;
}

/** Thrown once at startup with every mistake that was found. */
export class SettingsError extends Error {
  readonly mistakes: readonly SettingMistake[];

  constructor(mistakes: readonly SettingMistake[]) {
    super(
      `Quad cannot start because of its settings:\n${mistakes.map((each) => `  ${inALine(each)}`).join('\n')}`,
    );
    this.name = 'SettingsError';
    this.mistakes = mistakes;
  }
}

/** The mistake, or the warning, in one line. */
export function inALine({ where, what, example }: SettingMistake): string {
  return `${where}: ${what}${example === undefined ? '' : ` Example: ${example}`}`;
}

/**
 * Turns zod's issues into mistakes; `where` is the file or variable that contains the value.
 * @param written What the file says, for hints about YAML.
 */
export function mistakesOf(error: z.ZodError, where: string, written?: unknown): SettingMistake[] {
  return error.issues.map((issue) => ({
    where: issue.path.length === 0 ? where : `${where}, ${issue.path.join('.')}`,
    what: `${issue.message.endsWith('.') ? issue.message : `${issue.message}.`}${hint(issue, written)}`,
  }));
}

/** YAML reads `1897` as a number, and `Note: keep it` as a name with a value; and a list of one needs its brackets. */
function hint(issue: z.core.$ZodIssue, written: unknown): string {
  if (issue.code !== 'invalid_type') return '';
  const value = issue.path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    written,
  );
  if (value === undefined || value === null) return '';
  if (issue.expected === 'string' && !Array.isArray(value)) return ' Put it between quotes.';
  return issue.expected === 'array' && typeof value !== 'object' ? ` Write [${String(value)}].` : '';
}
