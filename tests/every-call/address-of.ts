import { v7 as uuid } from 'uuid';
import { type Call, pathOf } from '../../src/platform/contract/call.ts';
import { fieldsOf } from './declared-shape.ts';

/** Parameters of the right shape that match nothing. */
export function addressOf(call: Call): string {
  const names = Array.from(call.path.matchAll(/:([A-Za-z]+)/g), ([, name = '']) => name);
  const options = Object.entries(fieldsOf(call.params)).map(([name, { enum: words, type }]) => [
    name,
    words?.[0] ?? (type === 'integer' || type === 'number' ? '1' : undefined),
  ]);
  const chosen = Object.fromEntries(options.filter(([, word]) => word !== undefined));
  const all = [uuid(), 'nothing'].map((value) => ({
    ...Object.fromEntries(names.map((name) => [name, value])),
    ...chosen,
  }));
  return pathOf(call, all.find((params) => call.params?.safeParse(params).success === true) ?? {});
}
