import { invalid, Refusal } from '../refusal/refusal.ts';

/**
 * What the parser of forms finds. It gives its own complaints, of a form that ends too early or holds no part, no code.
 * @throws Refusal for those
 */
export async function* parsed<T>(found: AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* found;
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && 'code' in error)) throw error;
    throw invalid({ form: 'This form could not be read to the end.' });
  }
}
