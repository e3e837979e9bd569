/** What is wrong with a text, as a sentence for its author. */
export class TextMistake extends Error {
  override readonly name = 'TextMistake';
}
