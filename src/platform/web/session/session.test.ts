import { describe, expect, test } from 'vitest';
import { type AccountAnswer, createSession, longestUnseen } from './session.ts';
import { avery, page, rowan } from './testing/page.ts';

test('reads refused with a 401 are retried only after the server confirms the same person', async () => {
  const { session, server, world } = page(avery);
  server.answer = { error: 'No response.' };
  await session.reload();
  world.unsaved = true;
  server.answer = { account: null };
  await session.reload();
  expect(world.confirmed).toBe(0);
  server.answer = { account: avery };
  await session.reload();
  expect(world.confirmed).toBe(1);
  server.answer = { account: rowan };
  await session.reload();
  expect(world.confirmed).toBe(1);
});

test('the first state is what the page was served with, without asking', () => {
  expect(page(avery).session.current()).toMatchObject({ status: 'signed-in', account: avery });
  expect(page(null).session.current()).toMatchObject({ status: 'signed-out', account: null });
  expect(page(avery).server.asked).toBe(0);
});

describe('a session that ended', () => {
  test('signs the page out when nothing was typed', async () => {
    const { session, server } = page(avery);
    server.answer = { account: null };
    await session.reload();
    expect(session.current()).toMatchObject({ status: 'signed-out', account: null, interrupted: 0 });
  });

  test('keeps the page while something typed is not sent, and reports it each time', async () => {
    const { session, server, world } = page(avery);
    world.unsaved = true;
    server.answer = { account: null };
    await session.reload();
    expect(session.current()).toMatchObject({ status: 'signed-in', account: avery, interrupted: 1 });
    await session.reload();
    expect(session.current().interrupted).toBe(2);
  });

  test('for good leaves nothing that was typed: it was a sign-out or a block, not a timeout', async () => {
    const { session, server, world } = page(avery);
    world.unsaved = true;
    server.answer = { account: null, signedOut: true };
    await session.reload();
    expect(session.current()).toMatchObject({ status: 'signed-out', account: null, interrupted: 0 });
  });

  test('for good does not look like a timeout, nor like a page that was opened signed out', async () => {
    for (const [served, signedOut, endedForGood] of [
      [avery, true, true],
      [avery, false, false],
      [null, true, false],
    ] as const) {
      const { session, server } = page(served);
      server.answer = { account: null, signedOut };
      await session.reload();
      await session.reload();
      expect(session.current()).toMatchObject({ account: null, endedForGood });
    }
  });

  test('continues once the same person has signed in elsewhere', async () => {
    const { session, server, world } = page(avery);
    world.unsaved = true;
    server.answer = { account: null };
    await session.reload();
    server.answer = { account: avery };
    await session.wake();
    expect(session.current()).toMatchObject({ status: 'signed-in', account: avery, interrupted: 0 });
  });

  test('continues although a question from before the sign-in is answered last', async () => {
    const { session, server, world } = page(avery);
    world.unsaved = true;
    server.answer = { account: null };
    const before = session.reload();
    server.answer = { account: avery };
    await Promise.all([session.askAgain(), before]);
    expect(server.asked).toBe(2);
    expect(session.current()).toMatchObject({ status: 'signed-in', account: avery, interrupted: 0 });
  });

  test('stops the page for good when someone else signed in instead, whatever was typed', async () => {
    const { session, server, world } = page(avery);
    world.unsaved = true;
    server.answer = { account: rowan };
    await session.reload();
    expect(session.current()).toMatchObject({ replacedBy: 'Rowan Pike', account: avery });
    expect(world.startedOver).toBe(false);
    server.answer = { account: avery };
    await session.reload();
    expect(session.current().replacedBy).toBe('Rowan Pike');
    expect(server.asked).toBe(1);
  });

  test('leaves nothing for the next person who signs in, in whichever tab: the page is loaded again', async () => {
    const { session, server, world } = page(avery);
    server.answer = { account: null, signedOut: true };
    await session.reload();
    server.answer = { account: rowan };
    await session.askAgain();
    expect(world.startedOver).toBe(true);
    expect(session.current()).toMatchObject({ account: null, veiled: true });
  });

  test('stops a public page on which the next person is typing, and continues for the same one', async () => {
    for (const [next, shown] of [
      [rowan, { replacedBy: 'Rowan Pike' }],
      [avery, { replacedBy: null, account: avery }],
    ] as const) {
      const { session, server, world } = page(avery);
      server.answer = { account: null };
      await session.reload();
      world.unsaved = true;
      server.answer = { account: next };
      await session.askAgain();
      expect(session.current()).toMatchObject(shown);
      expect(world.startedOver).toBe(false);
    }
  });

  test('continues when only the email address of the same person has changed', async () => {
    const { session, server } = page(avery);
    server.answer = { account: { ...avery, email: 'a.quill@sawtooth.example' } };
    await session.reload();
    expect(session.current()).toMatchObject({ replacedBy: null, account: server.answer.account });
  });
});

describe('a return from the back-forward cache', () => {
  test('shows nothing until the server says that the person is still signed in', async () => {
    const { session } = page(avery);
    session.freeze();
    expect(session.current().veiled).toBe(true);
    const asking = session.askAgain();
    expect(session.current().veiled).toBe(true);
    await asking;
    expect(session.current()).toMatchObject({ veiled: false, status: 'signed-in' });
  });

  test('keeps nothing for the next person, not even what was typed', async () => {
    const { session, server, world } = page(avery);
    world.unsaved = true;
    session.freeze();
    server.answer = { account: null };
    await session.askAgain();
    expect(session.current()).toMatchObject({
      veiled: false,
      status: 'signed-out',
      account: null,
      interrupted: 0,
    });
  });

  test('loads the page again for another person who signed in in the meantime', async () => {
    const { session, server, world } = page(avery);
    session.freeze();
    server.answer = { account: rowan };
    await session.askAgain();
    expect(world.startedOver).toBe(true);
    expect(session.current()).toMatchObject({ veiled: true, replacedBy: null });
  });

  test('stays hidden and says why when the server cannot be reached', async () => {
    const { session, server } = page(avery);
    session.freeze();
    server.answer = { error: 'You seem to be offline.' };
    await session.askAgain();
    expect(session.current()).toMatchObject({ veiled: true, error: 'You seem to be offline.' });
  });

  test('does not trust a response to a request from before the freeze', async () => {
    let finishFirst: (answer: AccountAnswer) => void = () => undefined;
    const questions = [
      new Promise<AccountAnswer>((resolve) => {
        finishFirst = resolve;
      }),
      Promise.resolve<AccountAnswer>({ account: null }),
    ];
    const session = createSession(avery, {
      ask: async () => (await questions.shift()) ?? { account: avery },
      hasUnsavedWork: () => false,
      startOver: () => undefined,
      confirmed: () => undefined,
      now: () => 0,
    });
    const before = session.reload();
    session.freeze();
    await session.askAgain();
    finishFirst({ account: avery });
    await before;
    expect(session.current()).toMatchObject({ status: 'signed-out', account: null });
  });

  test('of a page without a person hides nothing', () => {
    const { session } = page(null);
    session.freeze();
    expect(session.current().veiled).toBe(false);
  });
});

describe('asking who is signed in', () => {
  test('happens when a tab is looked at again after more than ten minutes, not sooner', async () => {
    const { session, server, world } = page(avery);
    world.time = longestUnseen;
    await session.wake();
    expect(server.asked).toBe(0);
    world.time = longestUnseen + 1;
    await session.wake();
    expect(server.asked).toBe(1);
    await session.wake();
    expect(server.asked).toBe(1);
  });

  test('also happens when the clock was set back: no one knows how long ago the last answer came', async () => {
    const { session, server, world } = page(avery);
    world.time = -3_600_000;
    await session.wake();
    expect(server.asked).toBe(1);
  });

  test('several times at once asks once', async () => {
    const { session, server } = page(avery);
    await Promise.all([session.reload(), session.reload(), session.reload()]);
    expect(server.asked).toBe(1);
  });

  test('while no one is known reads as loading, until the attempt has finished', async () => {
    const { session, server } = page(null);
    server.answer = { error: 'The portal could not be reached.' };
    const asking = session.reload();
    expect(session.current().status).toBe('loading');
    await asking;
    expect(session.current()).toMatchObject({
      status: 'signed-out',
      error: 'The portal could not be reached.',
    });
  });

  test('without success keeps the person who was known', async () => {
    const { session, server } = page(avery);
    server.answer = { error: 'The portal could not be reached.' };
    await session.reload();
    expect(session.current()).toMatchObject({ status: 'signed-in', account: avery });
  });
});
