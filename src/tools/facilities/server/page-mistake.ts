/** Why a text cannot be a page, as a sentence for whoever wrote it. */
export class PageMistake extends Error {
  override readonly name = 'PageMistake';
}
