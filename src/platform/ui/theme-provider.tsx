import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './styles.ts';
import { cssVariables, theme } from './theme.ts';

/** The nonce of this page, with which the Content Security Policy admits the style element of the theme. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      // All of them: the sheet of the default ones would be downloaded, and ours replace most.
      deduplicateCssVariables={false}
    >
      {children}
    </MantineProvider>
  );
}
