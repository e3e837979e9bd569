import mantine from 'postcss-preset-mantine';
import { breakpoints, inEm } from './src/platform/ui/breakpoints.ts';

/**
 * Fills in the widths of `@media (--from-md)` and `@media (--below-md)`: custom media queries, which browsers do not
 * know yet. An unknown name is an error, not a rule that never applies.
 */
const breakpointQueries = {
  postcssPlugin: 'breakpoint-queries',
  AtRule: {
    media(rule) {
      if (rule.params.includes('$')) throw rule.error('Write (--from-md) or (--below-md), not a variable.');
      rule.params = rule.params.replace(/\(--(from|below)-(\w+)\)/g, (whole, side, name) => {
        const pixels = breakpoints[name];
        if (pixels === undefined) throw rule.error(`There is no breakpoint ${whole}.`);
        return side === 'from' ? `(min-width: ${inEm(pixels)})` : `(max-width: ${inEm(pixels - 0.1)})`;
      });
    },
  },
};

// biome-ignore lint/style/noDefaultExport: PostCSS reads its configuration from the default export
export default { plugins: [mantine(), breakpointQueries] };
