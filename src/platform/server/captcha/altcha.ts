import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Unaudited } from '../change/unaudited.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Captcha } from './captcha.ts';
import { claimOnce } from './used.ts';

/** How much work a puzzle is. */
export interface AltchaCost {
  /** Rounds of PBKDF2 for each try. */
  rounds: number;
  /** Tries that it takes, at least and at most. */
  tries: readonly [number, number];
}

/** About a second on a phone. */
const usualCost: AltchaCost = { rounds: 1_000, tries: [400, 800] };

/** Time to fill in a form. */
const lifeSeconds = 20 * 60;

/** Longer than any answer from the browser. */
const longestAnswer = 4_096;

const answerShape = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({ cost: z.number(), expiresAt: z.number(), nonce: z.string() }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

/** ALTCHA, version 2: proof of work by PBKDF2, signed by us, so that nothing is kept until one is solved. */
export function createAltcha(
  { secrets, unaudited }: { secrets: Secrets; unaudited: Unaudited },
  cost: AltchaCost = usualCost,
): Captcha {
  const key = (what: string) => secrets.keyedHash('captcha', what).toString('hex');
  const signing = { hmacSignatureSecret: key('challenge'), hmacKeySignatureSecret: key('solution') };
  return {
    form: { kind: 'altcha' },
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: cost.rounds,
        counter: randomInt(cost.tries[1], cost.tries[0]),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1_000) + lifeSeconds,
        ...signing,
      }),
    async verify(value) {
      const answer = readAnswer(value);
      // Checked before any work is done for it: the signature covers the cost, but is checked later.
      if (answer === null || answer.challenge.parameters.cost !== cost.rounds) return false;
      const { challenge, solution } = answer;
      const { verified } = await verifySolution({
        challenge: challenge as unknown as Challenge,
        solution: solution as unknown as Solution,
        deriveKey,
        ...signing,
      }).catch(() => ({ verified: false }));
      if (!verified) return false;
      const { nonce, expiresAt } = challenge.parameters;
      // The nonce is part of what is signed, letter by letter, so it can't be written any other way.
      return claimOnce(unaudited, nonce, new Date(expiresAt * 1_000));
    },
  };
}

function readAnswer(value: unknown): z.output<typeof answerShape> | null {
  if (typeof value !== 'string' || value.length > longestAnswer) return null;
  try {
    const parsed = answerShape.safeParse(JSON.parse(Buffer.from(value, 'base64').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
