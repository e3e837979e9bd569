import { type Html, html } from '../pages/html.ts';

const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

/**
 * The HTML part of an email: the words of its plain text, with paragraphs and links. Mail programs drop style sheets and
 * fonts, so the look is in style attributes and holds on light and dark.
 */
export function htmlPart(text: string, product: string): string {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 20px;padding:0 0 12px;border-bottom:2px solid #1b7a64;font:600 20px/1.3 Georgia,serif">${product}</p>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${linesOf(paragraph)}</p>\n`)}</div>
</body>
</html>
`.text;
}

function linesOf(paragraph: string): readonly Html[] {
  return paragraph
    .split('\n')
    .map((line, index) => html`${index === 0 ? null : html`<br>`}${withLinks(line)}`);
}

function withLinks(line: string): readonly Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: url, index } of line.matchAll(address)) {
    parts.push(html`${line.slice(end, index)}<a href="${url}" style="color:#1b7a64">${url}</a>`);
    end = index + url.length;
  }
  return [...parts, html`${line.slice(end)}`];
}
