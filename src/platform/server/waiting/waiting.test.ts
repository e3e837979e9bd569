import { expect, test } from 'vitest';
import { defineTool } from '../../contract/tool.ts';
import { listWaiting } from '../../contract/waiting.ts';
import type { PersonActor } from '../actor/actor.ts';
import { startTestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import type { WaitingEntry } from './waiting-entry.ts';

function toolThat(title: string, waits: (viewer: PersonActor) => Promise<readonly WaitingEntry[]>) {
  const id = title.toLowerCase();
  return defineServerTool({
    tool: defineTool({ id, title, permissions: {}, screens: {}, tiles: [] }),
    calls: {},
    start: async () => ({ routes: [], waits }),
  });
}

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

test('what is waiting comes from all tools: what is urgent first, then deadlines, then what has waited longest', async () => {
  const server = await startTestServer({
    tools: [
      toolThat('Keys', async ({ email }) => [{ key: 'new', title: `Return a key, ${email}`, since: day(9) }]),
      toolThat('Forms', async () => [
        { key: 'old', title: 'Sign a form', since: day(2), count: 3, link: '/forms' },
        { key: 'due', title: 'Answer a question', since: day(8), until: day(30) },
        { key: 'now', title: 'Free some space', since: day(10), isUrgent: true },
      ]),
    ],
  });
  const { body } = await (await server.signIn('student')).send(listWaiting);
  expect(body.data.map(({ tool, title }) => [tool, title])).toEqual([
    ['forms', 'Free some space'],
    ['forms', 'Answer a question'],
    ['forms', 'Sign a form'],
    ['keys', 'Return a key, student@sawtooth.example'],
  ]);
  expect(body.data[2]).toEqual({
    tool: 'forms',
    key: 'old',
    title: 'Sign a form',
    about: null,
    count: 3,
    since: '2026-11-02T00:00:00.000Z',
    until: null,
    link: '/forms',
    action: null,
  });
});

test('a tool that fails or never answers is left out and named, and is not asked again while it is busy', async () => {
  let asked = 0;
  const server = await startTestServer({
    tools: [
      toolThat('Broken', () => {
        throw new Error('no such table');
      }),
      toolThat('Slow', () => {
        asked += 1;
        return new Promise(() => undefined);
      }),
      toolThat('Forms', async () => [{ key: 'one', title: 'Sign a form', since: day(2) }]),
    ],
  });
  const student = await server.signIn('student');
  for (const _twice of [1, 2]) {
    const { status, body } = await student.send(listWaiting);
    expect(status).toBe(200);
    expect(body.data.map(({ title }) => title)).toEqual(['Sign a form']);
    expect(body.missing).toEqual(['Broken', 'Slow']);
  }
  expect(asked).toBe(1);
});
