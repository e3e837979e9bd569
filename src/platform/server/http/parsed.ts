import { invalid, Refusal } from '../refusal/refusal.ts';

/**
 * What the form parser finds. Its own complaints, about a form that ends too early or has no parts, have no code.
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
