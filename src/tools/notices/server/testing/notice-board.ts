import { listNotices } from '../../../../platform/contract/notices.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../../platform/server/testing/test-server.ts';
import { listMyNotices, publishNotice } from '../../contract.ts';
import { noticesServer } from '../index.ts';

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

export const toStudents = {
  title: 'Registration opens',
  text: 'Meet **your** advisor.',
  tone: 'info' as const,
  audience: 'groups' as const,
  groups: ['Domain-Student'],
  until: inHours(2),
};

/** A portal where IT publishes notices to students. */
export async function openNoticeBoard() {
  const server: TestServer = await createTestServer({ tools: [noticesServer] });
  const it = await server.signIn('it');
  return {
    server,
    it,
    student: await server.signIn('student'),
    /** @param change What it says other than `toStudents`. */
    publish: async (change: object = {}) =>
      (await it.send(publishNotice, { body: { ...toStudents, ...change } })).body.data,
    shown: async (client: TestClient) => (await client.send(listNotices)).body,
    inBell: async (client: TestClient) => (await client.send(listMyNotices)).body.data,
  };
}

export type NoticeBoard = Awaited<ReturnType<typeof openNoticeBoard>>;

export const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title);
