import type { PageSize } from './first-page.ts';

const squareInchesPerSquareFoot = 144;

/**
 * What posters are likely to cost, in cents.
 * @param centsPerSquareFoot For the paper and the finish together
 */
export function estimateOf({ width, height }: PageSize, copies: number, centsPerSquareFoot: number): number {
  return Math.round(((width * height) / squareInchesPerSquareFoot) * centsPerSquareFoot * copies);
}

/** `$12.50`. */
export function inDollars(amount: number): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
