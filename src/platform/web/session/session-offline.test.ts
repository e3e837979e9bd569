import { describe, expect, test } from 'vitest';
import { avery, page, rowan } from './testing/page.ts';

describe('a page that opened offline', () => {
  test('starts with whom the device remembers and asks in the background', async () => {
    const { session, server } = page(null);
    server.answer = { error: 'You seem to be offline.' };
    session.assume(avery);
    expect(session.current()).toMatchObject({ status: 'signed-in', account: avery, assumed: true });
    await session.reload();
    expect(session.current()).toMatchObject({ status: 'signed-in', account: avery, assumed: true });
    expect(server.asked).toBe(1);
  });

  test('without anyone to remember reads as loading, never as signed out, until it is known', () => {
    const { session, server } = page(null);
    server.answer = { error: 'You seem to be offline.' };
    session.assume(null);
    expect(session.current()).toMatchObject({ status: 'loading', account: null, assumed: false });
  });

  test('is confirmed once the server says that it is the same person', async () => {
    const { session, server } = page(null);
    server.answer = { account: avery };
    session.assume({ ...avery, groups: [], permissions: [] });
    await session.reload();
    expect(session.current()).toMatchObject({ account: avery, assumed: false });
  });

  test('starts over when someone else is signed in', async () => {
    const { session, server, world } = page(null);
    server.answer = { account: rowan };
    session.assume(avery);
    await session.reload();
    expect(world.startedOver).toBe(true);
    expect(session.current().veiled).toBe(true);
  });

  test('is signed out when the session has ended', async () => {
    const { session, server } = page(null);
    server.answer = { account: null };
    session.assume(avery);
    await session.reload();
    expect(session.current()).toMatchObject({ status: 'signed-out', account: null, assumed: false });
  });

  test('is no longer offline once the server says that the session has ended while someone was typing', async () => {
    const { session, server, world } = page(null);
    world.unsaved = true;
    server.answer = { account: null };
    session.assume(avery);
    await session.reload();
    expect(session.current()).toMatchObject({ account: avery, interrupted: 1, assumed: false });
  });

  test('asks again whenever it is looked at', async () => {
    const { session, server } = page(null);
    server.answer = { error: 'You seem to be offline.' };
    session.assume(avery);
    await session.reload();
    await session.wake();
    expect(server.asked).toBe(2);
  });
});
