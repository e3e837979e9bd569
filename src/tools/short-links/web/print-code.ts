import styles from './print-code.module.css';

/** Prints one sheet with the code and its address; the page itself stays off the paper. */
export async function printCode(source: string, address: string): Promise<void> {
  const sheet = document.createElement('div');
  sheet.className = styles.sheet ?? '';
  const image = document.createElement('img');
  image.src = source;
  image.alt = '';
  const words = document.createElement('p');
  words.textContent = address;
  sheet.append(image, words);
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
