/** Widths in CSS pixels. The theme and the style sheets (postcss.config.mjs) share them, so they cannot differ. */
export const breakpoints = { xs: 576, sm: 768, md: 992, lg: 1200, xl: 1400 } as const;

/** In `em`, so that a person who enlarges the text gets the layout of a smaller screen. */
export function inEm(pixels: number): string {
  return `${pixels / 16}em`;
}
