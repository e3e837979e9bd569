import type { ComponentType } from 'react';
import type { Tool } from '../../contract/tool.ts';

/** What a screen receives: the decoded parameters of its path, for `/r/:shortUrl` a `ScreenProps<'shortUrl'>`. */
export interface ScreenProps<ParameterName extends string = never> {
  params: Readonly<Record<ParameterName, string>>;
}

/** The names of a path's parameters: `shortUrl` of `/r/:shortUrl`. */
type ParametersOf<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? ParametersOf<Part> | ParametersOf<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** What loads each screen: a component that asks only for parameters that its path has. */
type Loaders<Screens extends Tool['screens']> = {
  readonly [Name in keyof Screens]: () => Promise<{
    Screen: ComponentType<ScreenProps<ParametersOf<Screens[Name]['path']>>>;
  }>;
};

/** Loads the code of a screen. */
export type LoadScreen = () => Promise<{ Screen: ComponentType<ScreenProps<string>> }>;

/** What the panel of the bell receives. */
export interface BellPanelProps {
  open: boolean;
  onClose: () => void;
  /** Something was read or dismissed. */
  onChanged: () => void;
}

export interface WebTool {
  readonly tool: Tool;
  readonly screens: Readonly<Record<string, LoadScreen>>;
  /** Loads what its offline screens need from the server while online; nothing about a person. */
  readonly prepare?: LoadPreparation;
  /** Help for someone who may not open a page, below the sentence that says so. A `lazyPart`. */
  readonly refused?: ComponentType<RefusedProps>;
  /** The panel of the bell in the header; one tool has it. */
  readonly bell?: () => Promise<{ BellPanel: ComponentType<BellPanelProps> }>;
}

export interface RefusedProps {
  /** Of the page that they may not open. */
  path: string;
  /** It cannot say anything: its code or its data did not load. */
  onFailure: () => void;
}

type LoadPreparation = () => Promise<{ prepareOffline: () => Promise<void> }>;

/**
 * Binds each screen that a tool declares to the module that shows it: `{ list: () =>
 * import('./list-screen.tsx') }`. These do not compile: a declared screen without a module, a module for an
 * undeclared one, and a screen that asks for a parameter its path does not have.
 */
export function defineWebTool<T extends Tool>(
  tool: T,
  screens: Loaders<T['screens']>,
  more: Pick<WebTool, 'prepare' | 'refused' | 'bell'> = {},
): WebTool {
  return { tool, screens: screens as unknown as Record<string, LoadScreen>, ...more };
}
