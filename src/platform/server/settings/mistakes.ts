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
    const lines = mistakes.map(({ where, what, example }) =>
      example === undefined ? `  ${where}: ${what}` : `  ${where}: ${what} Example: ${example}`,
    );
    super(`Quad cannot start, because of its settings:\n${lines.join('\n')}`);
    this.name = 'SettingsError';
    this.mistakes = mistakes;
  }
}

/** Turns zod's findings into mistakes; `where` is the file or variable that holds the value. */
export function mistakesOf(error: z.ZodError, where: string): SettingMistake[] {
  return error.issues.map((issue) => ({
    where: issue.path.length === 0 ? where : `${where}, ${issue.path.join('.')}`,
    what: issue.message.endsWith('.') ? issue.message : `${issue.message}.`,
  }));
}
