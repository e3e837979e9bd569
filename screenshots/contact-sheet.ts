import { html } from '../src/platform/server/pages/html.ts';

/** A picture that was drawn. */
export interface Picture {
  /** The tool whose screen it shows, or `shell` or `places`. */
  group: string;
  title: string;
  /** Its file name, beside the sheet. */
  file: string;
  /** Of the screen, in pixels. */
  width: number;
}

/** A page that shows pictures side by side, each with what it is. Scripts are not needed. */
export function contactSheet(title: string, pictures: readonly Picture[]): string {
  const figures = pictures.map(
    (picture) => html`<figure>
<a href="${picture.file}"><img src="${picture.file}" width="${picture.width < 600 ? 180 : 480}" alt=""></a>
<figcaption>${picture.title}, ${picture.width} px</figcaption>
</figure>
`,
  );
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<style>
body { font: 14px sans-serif; margin: 16px; background: #777; color: #fff }
main { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
figure { margin: 0 }
img { display: block; max-height: 640px; object-fit: cover; object-position: top }
</style>
<h1>${title}</h1>
<main>
${figures}</main>
</html>
`.text;
}
