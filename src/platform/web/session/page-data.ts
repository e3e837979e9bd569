import type { PageData } from '../../contract/account.ts';

/** The id of the JSON data block in the page's HTML. */
const pageDataId = 'quad-data';

const nothing: PageData = {
  campus: {
    product: 'Quad',
    college: '',
    copyrightYear: 2024,
    timeZone: 'America/Boise',
    links: {},
    providers: [],
    signInHelp: [],
    demo: false,
  },
  account: null,
};

/** What the server wrote into the page. A missing or broken block reads as signed out: the page shows. */
export function readPageData(text: string | null | undefined): PageData {
  try {
    const read = JSON.parse(text ?? '') as Partial<PageData>;
    return {
      campus: { ...nothing.campus, ...read.campus },
      account: read.account ?? null,
      ...(Array.isArray(read.pins) ? { pins: read.pins } : {}),
      ...(read.notices === undefined ? {} : { notices: read.notices }),
      ...(read.ownPolicy === true ? { ownPolicy: true } : {}),
      ...(read.offline === true ? { offline: true } : {}),
    };
  } catch {
    return nothing;
  }
}

/** The college and the account as of when the page was served. For the account now, use `useAccount`. */
export const pageData: PageData = readPageData(
  typeof document === 'undefined' ? null : document.getElementById(pageDataId)?.textContent,
);
