/**
 * What is wrong with half-typed and impossible dates, such as February 30, by the name of their input. The browser shows
 * them but gives them the value of an empty input, so no other check can see them.
 */
export function checkDates(form: HTMLFormElement | null): Record<string, string> {
  const inputs = form?.querySelectorAll<HTMLInputElement>('input[type^="date"]') ?? [];
  const wrong = [...inputs].filter(({ validity }) => validity.badInput);
  return Object.fromEntries(wrong.map(({ name }) => [name, 'This date is incomplete or does not exist.']));
}
