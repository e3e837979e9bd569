import { type Call, pathOf } from '../../contract/call.ts';
import type { OneClick } from '../../contract/one-click.ts';

/** A declared write without a body that does something with one click, as a tool declares it. */
export interface OneClickEntry {
  readonly label: string;
  readonly call: Call & { method: 'POST' | 'PUT' | 'DELETE'; body?: never };
  readonly params?: Readonly<Record<string, string>>;
  /** What the page says when it worked. */
  readonly done: string;
}

export function presentOneClick(entry: OneClickEntry | undefined): OneClick | null {
  if (entry === undefined) return null;
  const { label, call, params, done } = entry;
  return { label, method: call.method, path: pathOf(call, params), done };
}
