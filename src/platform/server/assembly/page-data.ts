import type { FastifyRequest } from 'fastify';
import type { CampusData, PageData } from '../../contract/account.ts';
import type { PersonActor } from '../actor/actor.ts';
import type { Campus } from '../settings/campus.ts';
import { presentAccount } from '../sign-in/present-account.ts';

/** What the shell knows about the college before anyone signs in. Nothing in it is secret. */
export function presentCampus(
  campus: Campus,
  providers: CampusData['providers'],
  { demo, signInHelp }: Pick<CampusData, 'demo' | 'signInHelp'>,
): CampusData {
  const { lms, selfService, store } = campus.links;
  return {
    product: campus.product,
    college: campus.college,
    copyrightYear: campus.copyrightYear,
    timeZone: campus.timeZone,
    links: {
      ...(lms === undefined ? {} : { lms }),
      ...(selfService === undefined ? {} : { selfService }),
      ...(store === undefined ? {} : { store }),
    },
    ...(campus.supportContact === undefined ? {} : { supportContact: campus.supportContact }),
    ...(campus.supportTeam === undefined ? {} : { supportTeam: campus.supportTeam }),
    ...(campus.supportHours === undefined ? {} : { supportHours: campus.supportHours }),
    providers,
    signInHelp,
    demo,
  };
}

/** The data of one page: the campus, who is signed in, and what they have pinned. */
export async function readPageData(
  request: FastifyRequest,
  campus: CampusData,
  identify: (request: FastifyRequest) => Promise<PersonActor | null>,
  pinsOf: (personId: string) => Promise<string[] | null>,
): Promise<PageData> {
  const person = await identify(request);
  if (person === null) return { campus, account: null };
  const pins = await pinsOf(person.id);
  return { campus, account: presentAccount(person), ...(pins === null ? {} : { pins }) };
}
