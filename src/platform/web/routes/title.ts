import { useEffect } from 'react';
import { pageData } from '../session/page-data.ts';

/** `Quad | Home`. */
function documentTitle(product: string, title: string): string {
  return `${product} | ${title}`;
}

/** Sets the window's title. A screen whose title depends on its data calls it too; the innermost wins. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(pageData.campus.product, title);
  }, [title]);
}
