/** Why a text cannot be a page, as a sentence for its author. */
export class PageMistake extends Error {
  override readonly name = 'PageMistake';
}
