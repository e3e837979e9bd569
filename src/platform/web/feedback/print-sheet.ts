import styles from './print-sheet.module.css';

interface Sheet {
  /** A QR code, as a URL or as `data:`. */
  image: string;
  lines: readonly { text: string; large?: boolean }[];
}

/** Prints one sheet with a code and some lines below it; the page itself stays off the paper. */
export async function printSheet({ image: source, lines }: Sheet): Promise<void> {
  const sheet = document.createElement('div');
  sheet.className = styles.sheet ?? '';
  const image = document.createElement('img');
  image.src = source;
  image.alt = '';
  sheet.append(image, ...lines.map(lineOf));
  document.body.append(sheet);
  document.documentElement.setAttribute('data-printing-sheet', '');
  const clear = () => {
    sheet.remove();
    document.documentElement.removeAttribute('data-printing-sheet');
  };
  try {
    await image.decode();
    window.addEventListener('afterprint', clear, { once: true });
    window.print();
  } catch {
    clear();
  }
}

function lineOf({ text, large = false }: Sheet['lines'][number]): HTMLElement {
  const line = document.createElement('p');
  line.textContent = text;
  line.toggleAttribute('data-large', large);
  return line;
}
