import type { Question } from './shapes.ts';

/** What a question that must be answered says without an answer. */
export function unanswered({ options }: Pick<Question, 'options'>): string {
  return options.length > 0 ? 'Choose one.' : 'Enter an answer.';
}
