import { putKept, read } from './store.ts';

/** Keeps something that offline screens need and that is not about a person. */
export async function keep(name: string, value: unknown): Promise<void> {
  await putKept({ name, value, keptAt: new Date().toISOString() });
}

/** What was kept under a name, unchecked: the reader validates it. */
export async function readKept(name: string): Promise<{ value: unknown; keptAt: string } | null> {
  return (await read('kept', name)) ?? null;
}
