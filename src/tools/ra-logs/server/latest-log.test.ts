import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog, readLatestRaLog, readRaBoard } from '../contract.ts';
import { raLogsServer } from './index.ts';
import { fileRounds } from './testing/file-rounds.ts';

let server: TestServer;
let ra: TestClient;
let reslife: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  ra = await server.signIn('ra');
  reslife = await server.signIn('reslife');
});
afterAll(() => server.stop());

describe('the latest log of a building', () => {
  test('is the newest one by anyone, and none if no one walked it', async () => {
    await ra.send(addRaLog, { body: { building: 'Hayman', comments: 'earlier' } });
    await reslife.send(addRaLog, { body: { building: 'Hayman', comments: 'later' } });
    const { body } = await ra.send(readLatestRaLog, { params: { building: 'Hayman' } });
    expect(body.data).toMatchObject({
      comments: 'later',
      submittedBy: 'reslife@sawtooth.example',
      can: { review: false },
    });
    expect((await ra.send(readLatestRaLog, { params: { building: 'Ketchup' } })).body).toEqual({
      data: null,
    });
  });

  test('is that of the round that was walked last, even if an earlier one waited longer for a network', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await fileRounds(server.database, [
      { building: 'Vorhees', comments: 'walked last', createdAt: ago(4) },
      { building: 'Vorhees', comments: 'filed last', createdAt: ago(1), writtenAt: ago(6) },
      { building: 'Vorhees', comments: 'long ago', createdAt: ago(50) },
    ]);
    const { body } = await ra.send(readLatestRaLog, { params: { building: 'Vorhees' } });
    expect(body.data?.comments).toBe('walked last');
    const board = await reslife.send(readRaBoard);
    const row = board.body.data.find(({ building }) => building === 'Vorhees');
    expect(row?.lastRoundAt).toBe(body.data?.createdAt);
  });

  test('counts even if it was written with a clock that is a little fast', async () => {
    const createdAt = new Date();
    const writtenAt = new Date(createdAt.getTime() + 30_000);
    await fileRounds(server.database, [{ building: 'Anderson', comments: 'ahead', createdAt, writtenAt }]);
    const { body } = await ra.send(readLatestRaLog, { params: { building: 'Anderson' } });
    expect(body.data?.comments).toBe('ahead');
    const board = await reslife.send(readRaBoard);
    const row = board.body.data.find(({ building }) => building === 'Anderson');
    expect(row?.lastRoundAt).toBe(writtenAt.toISOString());
  });

  test.each(['Atlantis', 'hayman', '%', 'Hayman/x'])('of %j is unknown', async (building) => {
    expect((await ra.send(readLatestRaLog, { params: { building } })).status).toBe(400);
  });
});
