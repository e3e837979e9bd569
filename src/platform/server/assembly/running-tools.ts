import type { FindSource } from '../finding/find-source.ts';
import type { NoticeSource } from '../notices/notices.ts';
import type { DeclaredRowRight, Platform, RunningTool, ServerTool } from '../tool/server-tool.ts';
import type { WaitingSource } from '../waiting/waiting-routes.ts';
import type { QuadSettings } from './read-settings.ts';

/** Starts the tools in their order. @param opened Gets what a stop has to close. */
export async function startTools(
  opened: AsyncDisposableStack,
  tools: readonly ServerTool[],
  platform: Platform,
  settings: QuadSettings,
) {
  const running: RunningTool[] = [];
  for (const tool of tools) {
    const own = settings.tools.get(tool.tool.id) ?? { campus: undefined, environment: undefined };
    const started = await tool.start(platform, own);
    opened.defer(() => started.stop?.());
    running.push(started);
  }
  return running;
}

/** What is waiting for people in the tools. @param running The running parts of `tools`, in the same order. */
export function waitingSources(
  tools: readonly ServerTool[],
  running: readonly RunningTool[],
): WaitingSource[] {
  return running.flatMap(({ waits }, index) => {
    const tool = tools[index]?.tool;
    return waits === undefined || tool === undefined ? [] : [{ id: tool.id, title: tool.title, waits }];
  });
}

/** What the search finds in the tools. @param running The running parts of `tools`, in the same order. */
export function findSources(tools: readonly ServerTool[], running: readonly RunningTool[]): FindSource[] {
  return running.flatMap(({ finds = [] }, index) =>
    finds.map((source) => ({ ...source, id: `${tools[index]?.tool.id}.${source.id}` })),
  );
}

/** What rows let individuals do. @param running The running parts of `tools`, in the same order. */
export function rowRightsOf(
  tools: readonly ServerTool[],
  running: readonly RunningTool[],
): DeclaredRowRight[] {
  return running.flatMap(({ rowRights = [] }, index) =>
    rowRights.map((right) => ({ ...right, tool: tools[index]?.tool.title ?? '' })),
  );
}

/** What the tools say on pages. @param running The running parts of `tools`, in the same order. */
export function noticeSources(tools: readonly ServerTool[], running: readonly RunningTool[]): NoticeSource[] {
  return running.flatMap(({ notices }, index) => {
    const tool = tools[index]?.tool;
    return notices === undefined || tool === undefined ? [] : [{ id: tool.id, ...notices }];
  });
}
