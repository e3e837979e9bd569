import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariables, theme } from './theme.ts';

test('a button that is chosen or pointed at has our own color, light and dark', () => {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const { light, dark } = cssVariables(whole);
  for (const colors of [light, dark]) {
    expect(colors).toMatchObject({
      [`--mantine-color-${whole.primaryColor}-light`]: 'var(--quad-accent-soft)',
      [`--mantine-color-${whole.primaryColor}-light-hover`]: 'var(--quad-accent-soft)',
    });
  }
});
