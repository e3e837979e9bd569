import { expect, test } from 'vitest';
import { addFiles } from './add-files.ts';

test('a file that is chosen or dropped a second time is sent once; another one with the same name is kept, too', () => {
  const file = (name: string, text: string, lastModified = 1) => new File([text], name, { lastModified });
  const chosen = addFiles([file('receipt.pdf', 'a'), file('image.jpg', 'a')], [file('receipt.pdf', 'a')]);
  const names = (files: readonly File[]) => files.map(({ name }) => name);
  expect(names(chosen)).toEqual(['receipt.pdf', 'image.jpg']);
  const more = addFiles(chosen, [file('image.jpg', 'a', 2), file('receipt.pdf', 'longer')]);
  expect(names(more)).toEqual(['receipt.pdf', 'image.jpg', 'image.jpg', 'receipt.pdf']);
});
