import { expect, test } from 'vitest';
import { createAskPublic } from '../../../../platform/server/outside/ask-public.ts';
import { judge } from './judge.ts';

test.each(['http://10.0.0.1/', 'https://198.51.99.1:8443/'])(
  'the reason why %s is not checked is correct',
  async (url) => {
    const ask = createAskPublic({ userAgent: 'test' });
    const asked = await ask(url, () => true, new AbortController().signal);
    expect(judge(asked)).toEqual({
      verdict: 'unclear',
      answer: 'The page could not be checked, because it is on a private network or at an unusual port.',
    });
  },
);
