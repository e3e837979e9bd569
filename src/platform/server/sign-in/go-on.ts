import { patternOf } from '../../contract/path-pattern.ts';
import type { Route } from '../http/context.ts';
import type { Platform } from '../tool/server-tool.ts';
import type { Step } from './provider.ts';

interface GoOnServices {
  platform: Pick<Platform, 'accessOf' | 'pages'>;
  running: readonly { routes: readonly Route[] }[];
}

/**
 * Makes the step to where the person wanted to go. A file is downloaded from a page of ours: a browser stays where a
 * download starts, and the provider's page would look as if the sign-in hung.
 */
export function createGoOn({ platform: { accessOf, pages }, running }: GoOnServices) {
  const downloads = running
    .flatMap(({ routes }) => routes)
    .filter(({ call: { method, reply } }) => method === 'GET' && reply.kind === 'file')
    .map(({ call }) => patternOf(call.path));
  const isDownload = (path: string) =>
    downloads.some((pattern) => pattern.test(path)) && accessOf(path) === null;
  return async (redirect: string): Promise<Step> => {
    if (!isDownload(redirect.replace(/[?#].*$/s, ''))) return { location: redirect };
    const page = await pages.message({
      status: 200,
      title: "You're signed in",
      text: "Your download has started. If it hasn't, start it again.",
      links: [
        { href: redirect, title: 'Download', isMain: true },
        { href: '/', title: 'Go to the home page' },
      ],
      goesOnTo: redirect,
    });
    return { page };
  };
}
