import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, emptyReply, jsonReply } from './call.ts';
import { pagedList } from './paging.ts';
import type { FirstRead } from './tool.ts';

const hall = z.object({ name: z.string() });
const about = { name: 'halls', summary: 'Halls', access: 'public', path: '/api/halls/:hall' } as const;
const get = { ...about, method: 'GET', reply: jsonReply(hall) } as const;

test('a screen reads ahead only what the address of its page fully determines', () => {
  const may: FirstRead[] = [
    defineCall(get),
    defineCall({ ...get, ...pagedList(hall, { name: z.string() }) }),
  ];
  const mayNot: FirstRead[] = [
    // @ts-expect-error No one has asked for it yet.
    defineCall({ ...about, method: 'DELETE', reply: emptyReply }),
    // @ts-expect-error Which hall is not known here.
    defineCall({ ...get, params: hall }),
    // @ts-expect-error A query that is not a list's is known only to the screen.
    defineCall({ ...get, query: hall }),
  ];
  expect([may.length, mayNot.length]).toEqual([2, 3]);
});
