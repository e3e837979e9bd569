import type { FirstPage, PageSize } from './first-page.ts';

/** Inches: the short and the long side of the smallest and the largest poster. */
const posterLimits = {
  smallest: { short: 11, long: 17 },
  largest: { short: 35, long: 56 },
  tolerance: 1 / 8,
} as const;

/** Sums of binary fractions, such as 16.875, may be off by this much. */
const rounding = 1e-6;

export type SizeFault = 'encrypted' | 'unreadable' | 'wrong-size';

const allowed = 'A poster has to be between 17 x 11 and 56 x 35 inches, in either orientation.';

/** What is wrong with a PDF as a poster, for a person; `null` if it can be printed. */
export function faultOf(page: FirstPage): { reason: SizeFault; detail: string } | null {
  if (page.kind === 'encrypted')
    return {
      reason: 'encrypted',
      detail:
        'This PDF is protected by a password or against printing. Save it without protection, and choose it again.',
    };
  if (page.kind === 'unreadable')
    return {
      reason: 'unreadable',
      detail:
        'This PDF is damaged or has no pages. Export it again, and check that it opens on your computer.',
    };
  if (fits(page)) return null;
  const why = isLetter(page)
    ? ' Print to PDF often shrinks a poster to 8.5 x 11 inches: export or save it as a PDF instead, at its full size.'
    : ' Set the page size in your program, and export it again.';
  return { reason: 'wrong-size', detail: `This PDF is ${sizeInWords(page)}. ${allowed}${why}` };
}

function fits({ width, height }: PageSize): boolean {
  const { smallest, largest, tolerance } = posterLimits;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const most = tolerance + rounding;
  return (
    short >= smallest.short - most &&
    long >= smallest.long - most &&
    short <= largest.short + most &&
    long <= largest.long + most
  );
}

function isLetter({ width, height }: PageSize): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return Math.abs(short - 8.5) <= posterLimits.tolerance && Math.abs(long - 11) <= posterLimits.tolerance;
}

/** `24 x 36 inches`, as width by height. */
export function sizeInWords({ width, height }: PageSize): string {
  return `${inInches(width)} x ${inInches(height)} inches`;
}

function inInches(side: number): string {
  return side.toLocaleString('en-US', { maximumFractionDigits: side < 0.01 ? 4 : 2 });
}
