import type { z } from 'zod';

/** One wrong setting: where it stands, what is wrong, and how a right one looks. */
export interface SettingMistake {
  where: string;
  what: string;
  example?: string;
}

/** Thrown once at the start with every mistake that was found. */
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

/** Turns zod's findings into mistakes; `where` is the file or variable that holds the value. */
export function mistakesOf(error: z.ZodError, where: string): SettingMistake[] {
  return error.issues.map((issue) => ({
    where: issue.path.length === 0 ? where : `${where}, ${issue.path.join('.')}`,
    what: issue.message.endsWith('.') ? issue.message : `${issue.message}.`,
  }));
}
