import { z } from 'zod';
import { defineCall, jsonReply } from './call.ts';
import type { PageNotices } from './notices.ts';

/** The signed-in person as the screens know them. */
export const account = z.object({
  /** Not a secret: screens send it along, so that they never act for someone else (`person-header.ts`). */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  givenName: z.string(),
  familyName: z.string(),
  /** Only for showing and hiding: the server decides again on every call. */
  permissions: z.array(z.string()),
  /** Name of the provider that this session signed in with; part of the photo's and the logout's address. */
  provider: z.string(),
  /** Whether there is a photo, so that no page asks for one that does not exist. */
  photo: z.boolean(),
});
export type Account = z.output<typeof account>;

export const readAccount = defineCall({
  name: 'readAccount',
  summary: 'The signed-in person: name, email, groups, and permissions',
  method: 'GET',
  path: '/api/auth/account',
  access: 'signed-in',
  reply: jsonReply(account),
});

/** What the page's HTML carries besides the account, so that the first paint needs no call. */
export interface CampusData {
  product: string;
  college: string;
  copyrightYear: number;
  timeZone: string;
  links: { lms?: string; selfService?: string; store?: string };
  supportContact?: string;
  /** Who helps, and when. */
  supportTeam?: string;
  supportHours?: string;
  providers: { name: string; title: string; passwordPage?: string }[];
  /** Shown wherever people sign in. */
  signInHelp: readonly SignInHelp[];
  demo: boolean;
}

/** A page of ours for someone who can't sign in. */
export interface SignInHelp {
  title: string;
  path: `/${string}`;
}

/** The JSON data block of every page. */
export interface PageData {
  campus: CampusData;
  account: Account | null;
  /** The tools that this person has pinned, as `tool.screen`; absent until they choose. */
  pins?: string[];
  /** What tools say on the page at this path; absent where no tool ever says anything. */
  notices?: PageNotices & { place: string };
  /** Its policy allows what no other page may load, so leaving it loads the next one. */
  ownPolicy?: true;
  /** The page comes from the browser's own cache: no one has asked the server who is signed in. */
  offline?: true;
}
