import type { FastifyBaseLogger } from 'fastify';
import { listNotices, type Notice } from '../../contract/notices.ts';
import type { PersonActor } from '../actor/actor.ts';
import { type Route, route } from '../http/context.ts';
import { presentOneClick } from '../http/one-click-entry.ts';
import { createAskInTime } from '../process/ask-in-time.ts';
import type { NoticeEntry, ToolNotices } from './notice-entry.ts';

/** A tool that says something on pages. */
export interface NoticeSource extends ToolNotices {
  readonly id: string;
}

export interface Notices {
  /** Whether any tool ever says something there. */
  has(place: string): boolean;
  /** In the order of the tools. */
  at(place: string, viewer: PersonActor): Promise<Notice[]>;
  readonly routes: readonly Route[];
}

/** A page is not held up for longer, in milliseconds. */
const longestWait = 500;

export function createNotices(
  sources: readonly NoticeSource[],
  log: Pick<FastifyBaseLogger, 'warn'>,
  limit: number = longestWait,
): Notices {
  const ask = createAskInTime<NoticeSource>('what it has to say on a page', log, limit);

  async function at(place: string, viewer: PersonActor): Promise<Notice[]> {
    const asked = sources
      .filter(({ places }) => places.includes(place))
      .map(async (source) => {
        const entries = await ask(source, () => source.list(viewer));
        return (entries ?? []).map((entry) => present(source, entry));
      });
    return (await Promise.all(asked)).flat();
  }

  return {
    has: (place) => sources.some(({ places }) => places.includes(place)),
    at,
    routes: [
      route(listNotices, async ({ actor }, { query: { place } }) => ({
        data: actor.kind === 'person' ? await at(place, actor) : [],
      })),
    ],
  };
}

function present({ id }: NoticeSource, entry: NoticeEntry): Notice {
  const { updatedAt, about = null, action, ...rest } = entry;
  return { tool: id, ...rest, updatedAt: updatedAt.toISOString(), about, action: presentOneClick(action) };
}
