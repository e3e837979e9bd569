/** One after the other, forever. */
export function inTurn<Item>(items: readonly Item[]): () => Item {
  let at = -1;
  return () => {
    at = (at + 1) % items.length;
    const item = items[at];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
}
