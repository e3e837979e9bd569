import type { SettingMistake } from './mistakes.ts';

interface NumberSetting {
  usual: number;
  least: number;
  most: number;
  /** What is counted. */
  of: string;
  /** The variable with a good value. */
  example: string;
}

/** A whole number within limits, or the default; what is wrong with it is added to `mistakes`. */
export function readNumber(
  written: string | undefined,
  { usual, least, most, of, example }: NumberSetting,
  mistakes: SettingMistake[],
): number {
  if (written === undefined) return usual;
  const number = Number(written);
  if (/^\d+$/.test(written) && number >= least && number <= most) return number;
  const [where = ''] = example.split('=');
  mistakes.push({ where, what: `"${written}" is not a number of ${of} from ${least} to ${most}.`, example });
  return usual;
}
