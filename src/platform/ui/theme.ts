import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { breakpoints, inEm } from './breakpoints.ts';

/** The accent: the pine of the mountain valleys. Shade 8 carries white text at 8.5:1, shade 6 at 5.1:1. */
const pine: MantineColorsTuple = [
  '#eff6f3',
  '#dcebe5',
  '#b9d7cc',
  '#91c0b1',
  '#6aa896',
  '#4a9180',
  '#337a6a',
  '#26685a',
  '#1b564a',
  '#11423a',
];

/** Warm paper grays for light pages. */
const gray: MantineColorsTuple = [
  '#faf8f3',
  '#f3efe7',
  '#e9e3d8',
  '#ddd6c9',
  '#c8c0b1',
  '#68726b',
  '#57625c',
  '#444e48',
  '#303935',
  '#1d2824',
];

/** Green-black for dark pages: 7 is the page, 6 a control, 4 a border, 2 secondary text. */
const dark: MantineColorsTuple = [
  '#e3e9e4',
  '#c5cfc8',
  '#a5b1aa',
  '#8d9a93',
  '#38443f',
  '#2a3430',
  '#202925',
  '#151b19',
  '#111614',
  '#0c100f',
];

/** Brick, for errors and deletions. */
const red: MantineColorsTuple = [
  '#fbefec',
  '#f6dcd6',
  '#ecb9ae',
  '#e19282',
  '#d6705d',
  '#cb543f',
  '#b8432f',
  '#a03726',
  '#872c1e',
  '#6b2117',
];

/** Ochre, for warnings. */
const yellow: MantineColorsTuple = [
  '#fbf4e2',
  '#f6e6bf',
  '#edd08a',
  '#e3b854',
  '#d6a033',
  '#bd8720',
  '#8f6413',
  '#7d560f',
  '#64440b',
  '#4a3208',
];

/**
 * Mantine's settings. Components are configured by plain objects, so that naming one here does not pull it
 * into the first bundle.
 */
export const theme = createTheme({
  colors: { pine, gray, dark, red, yellow },
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 6 },
  black: '#1d2824',
  fontFamily: 'var(--quad-sans)',
  headings: {
    fontFamily: 'var(--quad-serif)',
    fontWeight: '500',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--quad-text-3xl)', lineHeight: '1.15' },
      h2: { fontSize: 'var(--quad-text-2xl)', lineHeight: '1.25' },
      h3: { fontSize: 'var(--quad-text-xl)', lineHeight: '1.3' },
      h4: { fontSize: 'var(--quad-text-lg)', lineHeight: '1.4' },
      h5: { fontSize: 'var(--quad-text-md)', lineHeight: '1.5' },
      h6: { fontSize: 'var(--quad-text-sm)', lineHeight: '1.5' },
    },
  },
  fontSizes: {
    xs: 'var(--quad-text-xs)',
    sm: 'var(--quad-text-sm)',
    md: 'var(--quad-text-md)',
    lg: 'var(--quad-text-lg)',
    xl: 'var(--quad-text-xl)',
  },
  spacing: {
    xs: 'var(--quad-space-2)',
    sm: 'var(--quad-space-3)',
    md: 'var(--quad-space-4)',
    lg: 'var(--quad-space-5)',
    xl: 'var(--quad-space-6)',
  },
  radius: { xs: '0.1875rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1.25rem' },
  shadows: { sm: 'var(--quad-shadow-low)', md: 'var(--quad-shadow-high)' },
  breakpoints: {
    xs: inEm(breakpoints.xs),
    sm: inEm(breakpoints.sm),
    md: inEm(breakpoints.md),
    lg: inEm(breakpoints.lg),
    xl: inEm(breakpoints.xl),
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { variant: 'default', radius: 'sm' } },
    Button: { defaultProps: { radius: 'md' } },
    Input: {
      vars: () => ({
        wrapper: {
          '--input-bd': 'var(--quad-control-line)',
          '--input-bg': 'var(--quad-surface)',
          '--input-color': 'var(--quad-ink)',
          '--input-disabled-bg': 'var(--quad-sunken)',
          '--input-disabled-color': 'var(--quad-ink-faint)',
        },
      }),
    },
    Loader: { defaultProps: { type: 'dots' } },
  },
});

/** Mantine's colors point at our tokens, so that both kinds of component always agree. */
export const cssVariables: CSSVariablesResolver = () => {
  const colors = {
    '--mantine-color-text': 'var(--quad-ink)',
    '--mantine-color-body': 'var(--quad-surface)',
    '--mantine-color-dimmed': 'var(--quad-ink-soft)',
    '--mantine-color-placeholder': 'var(--quad-ink-faint)',
    '--mantine-color-anchor': 'var(--quad-accent)',
    '--mantine-color-error': 'var(--quad-danger)',
    '--mantine-color-default': 'var(--quad-surface)',
    '--mantine-color-default-hover': 'var(--quad-sunken)',
    '--mantine-color-default-color': 'var(--quad-ink)',
    '--mantine-color-default-border': 'var(--quad-line-strong)',
    // For a button that is chosen or pointed at: Mantine's own is darker than a dark page.
    '--mantine-color-pine-light': 'var(--quad-accent-soft)',
    '--mantine-color-pine-light-hover': 'var(--quad-accent-soft)',
  };
  return { variables: {}, light: colors, dark: colors };
};
