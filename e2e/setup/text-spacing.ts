/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';

/** The spacing that people may set: https://www.w3.org/TR/WCAG22/#text-spacing */
export async function widenSpacing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important }',
    );
    document.adoptedStyleSheets.push(spacing);
  });
}

/** The words in these elements that go on in the next line. */
export function brokenWords(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((found) => {
    const broken: string[] = [];
    for (const element of found) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
        for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
    }
    return broken;
  });
}
