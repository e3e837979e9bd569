import type { SignInHelp } from '../../contract/account.ts';
import type { Belongings } from '../belongings/belongings.ts';
import type { FindSource } from '../finding/find-source.ts';
import type { PageSources } from '../http/headers.ts';
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

/** What tools bring to pages and to one another. Empty until all of them have started, and no page is sent earlier. */
export interface Brought {
  readonly belongings: Belongings[];
  readonly rowRights: DeclaredRowRight[];
  readonly notices: NoticeSource[];
  readonly pageSources: Map<string, PageSources>;
  readonly signInHelp: SignInHelp[];
}

export function nothingYet(): Brought {
  return { belongings: [], rowRights: [], notices: [], pageSources: new Map(), signInHelp: [] };
}

/** @param running The running parts of `tools`, in the same order. */
export function bring(brought: Brought, tools: readonly ServerTool[], running: readonly RunningTool[]): void {
  for (const [index, runs] of running.entries()) {
    const { id, title } = (tools[index] as ServerTool).tool;
    brought.belongings.push(...(runs.belongings ?? []));
    brought.rowRights.push(...(runs.rowRights ?? []).map((right) => ({ ...right, tool: title })));
    if (runs.notices !== undefined) brought.notices.push({ id, ...runs.notices });
    for (const [path, sources] of Object.entries(runs.pageSources ?? {}))
      brought.pageSources.set(path, sources);
    brought.signInHelp.push(...(runs.signInHelp ?? []));
  }
}
