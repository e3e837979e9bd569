import type { FastifyRequest } from 'fastify';
import type { CampusData, PageData } from '../../contract/account.ts';
import type { PersonActor } from '../actor/actor.ts';
import type { Notices } from '../notices/notices.ts';
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

interface PageDataServices {
  campus: CampusData;
  identify(request: FastifyRequest): Promise<PersonActor | null>;
  pinsOf(personId: string): Promise<string[] | null>;
  notices: Pick<Notices, 'has' | 'at'>;
}

/** The data of one page: the campus, who is signed in, what they have pinned, and what tools say there. */
export async function readPageData(
  request: FastifyRequest,
  path: string,
  { campus, identify, pinsOf, notices }: PageDataServices,
): Promise<PageData> {
  const person = await identify(request);
  const place = path.length > 1 ? path.replace(/\/$/, '') : path;
  const [pins, announced] = await Promise.all([
    person === null ? null : pinsOf(person.id),
    notices.has(place) ? notices.at(place, person) : null,
  ]);
  return {
    campus,
    account: person === null ? null : presentAccount(person),
    ...(pins === null ? {} : { pins }),
    ...(announced === null ? {} : { notices: { place, ...announced } }),
  };
}
