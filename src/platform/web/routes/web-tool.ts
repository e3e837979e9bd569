import type { ComponentType } from 'react';
import type { Tool } from '../../contract/tool.ts';

/** What a screen receives: the decoded parameters of its path, for `/r/:shortUrl` a `ScreenProps<'shortUrl'>`. */
export interface ScreenProps<ParameterName extends string = never> {
  params: Readonly<Record<ParameterName, string>>;
}

interface ScreenModule {
  /** `never` admits a component with whatever parameters: that its path has them is not known to the compiler. */
  Screen: ComponentType<{ params: never }>;
}

/** Loads the code of a screen. */
export type LoadScreen = () => Promise<{ Screen: ComponentType<ScreenProps<string>> }>;

export interface WebTool {
  readonly tool: Tool;
  readonly screens: Readonly<Record<string, LoadScreen>>;
  /** Brings what its offline screens need from the server while there is a network; nothing about a person. */
  readonly prepare?: LoadPreparation;
}

type LoadPreparation = () => Promise<{ prepareOffline: () => Promise<void> }>;

/**
 * Binds each screen that a tool declares to the module that shows it: `{ list: () => import('./list-screen.tsx') }`.
 * A declared screen without a module, and a module for an undeclared one, do not compile.
 */
export function defineWebTool<ScreenName extends string>(
  tool: Tool<ScreenName>,
  screens: Record<NoInfer<ScreenName>, () => Promise<ScreenModule>>,
  more: { prepare?: LoadPreparation } = {},
): WebTool {
  return { tool, screens: screens as unknown as Record<string, LoadScreen>, ...more };
}
