import type { FastifyRequest } from 'fastify';
import type { Account, CampusData, PageData } from '../../contract/account.ts';
import type { PersonActor } from '../actor/actor.ts';
import type { Campus } from '../settings/campus.ts';

/** The account as screens and the account call show it. */
export function presentAccount(person: PersonActor): Account {
  return {
    name: person.name,
    email: person.email,
    groups: [...person.groups],
    givenName: person.givenName,
    familyName: person.familyName,
    permissions: [...person.permissions],
    provider: person.provider,
    photo: person.hasPhoto,
  };
}

/** What the shell knows of the college before anybody signs in. Nothing in it is secret. */
export function presentCampus(campus: Campus, providers: CampusData['providers'], demo: boolean): CampusData {
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
    providers,
    demo,
  };
}

/** The data of one page: the campus and whoever is signed in. */
export async function readPageData(
  request: FastifyRequest,
  campus: CampusData,
  identify: (request: FastifyRequest) => Promise<PersonActor | null>,
): Promise<PageData> {
  const person = await identify(request);
  return { campus, account: person === null ? null : presentAccount(person) };
}
