/** `1,024 links`: a number with its noun, or with whatever else is different for one and for many. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
