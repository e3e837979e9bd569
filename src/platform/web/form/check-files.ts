import type { FileField } from '../../contract/call.ts';

/**
 * What is wrong with the chosen files, by the name of their field. Checked before anything is sent, so that no one
 * waits for an upload that the server would refuse.
 * @param mostBytes Of all files of a field together
 */
export function checkFiles(
  declared: Readonly<Record<string, FileField>> = {},
  values: Readonly<Record<string, unknown>>,
  mostBytes = Number.POSITIVE_INFINITY,
): Record<string, string> {
  const faults = Object.entries(declared).map(([name, field]) => [
    name,
    faultOf(field, filesOf(values[name])) ?? sumFault(filesOf(values[name]), mostBytes),
  ]);
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null));
}

function filesOf(value: unknown): readonly File[] {
  return Array.isArray(value) ? value.filter((item) => item instanceof File) : [];
}

function faultOf(
  { endings = [], wrongType, maxBytes, maxFiles, required }: FileField,
  files: readonly File[],
): string | null {
  if (files.length === 0) return required ? 'Choose a file.' : null;
  if (files.length > maxFiles) return `Choose at most ${maxFiles} ${maxFiles === 1 ? 'file' : 'files'}.`;
  for (const { name, size } of files) {
    const isExpected = endings.length === 0 || endings.some((ending) => name.toLowerCase().endsWith(ending));
    if (!isExpected)
      return wrongType ?? `${name} can't be used here. Choose a file that ends in ${orOf(endings)}.`;
    if (size === 0) return `${name} is empty.`;
    if (size > maxBytes) return `${name} is larger than ${megabytes(maxBytes)} MB.`;
  }
  return null;
}

function sumFault(files: readonly File[], mostBytes: number): string | null {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= mostBytes) return null;
  return `These files have ${megabytes(bytes)} MB. Send at most ${megabytes(mostBytes)} MB in all.`;
}

function orOf(endings: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(endings);
}

function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toLocaleString('en-US', { maximumFractionDigits: 1 });
}
