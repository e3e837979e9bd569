import { useId as useReactId } from 'react';

/**
 * Stands in for Mantine's function of the same name (`vite.config.ts`), which replaces React's id by a random one after the
 * first draw, and so draws each field twice before anyone sees it.
 */
export function useId(chosen?: string): string {
  const made = useReactId();
  return chosen ?? made;
}
