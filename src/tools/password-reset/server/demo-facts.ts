import { demoEmail, demoPeople } from '../../../platform/server/sign-in/demo/demo-people.ts';
import type { PersonFacts } from './facts/read-facts.ts';

/** What each demo person has to know; all of it is made up, and the README lists it. */
const known: Readonly<Record<string, Pick<PersonFacts, 'collegeId' | 'birthdate' | 'lastFour' | 'phone'>>> = {
  it: { collegeId: '700101', birthdate: '1984-02-17', lastFour: '4821', phone: '2085550101' },
  it2: { collegeId: '700108', birthdate: '1988-05-14', lastFour: '6429', phone: '2085550112' },
  staff: { collegeId: '700102', birthdate: '1979-11-30', lastFour: '7340', phone: '2085550102' },
  reslife: { collegeId: '700103', birthdate: '1990-06-08', lastFour: '1956', phone: '2085550103' },
  business: { collegeId: '700104', birthdate: '1972-09-21', lastFour: '6083', phone: '2085550104' },
  faculty: { collegeId: '700105', birthdate: '1965-12-02', lastFour: '2217', phone: '2085550105' },
  fgd: { collegeId: '700106', birthdate: '1981-04-26', lastFour: '9534', phone: '2085550106' },
  approver: { collegeId: '700107', birthdate: '1969-08-13', lastFour: '3768', phone: '2085550107' },
  approver2: { collegeId: '700109', birthdate: '1974-10-11', lastFour: '5093', phone: '2085550113' },
  approver3: { collegeId: '700110', birthdate: '1967-03-28', lastFour: '1685', phone: '2085550114' },
  student: { collegeId: '800201', birthdate: '2005-03-09', lastFour: '5142', phone: '2085550108' },
  ra: { collegeId: '800202', birthdate: '2004-07-24', lastFour: '8809', phone: '2085550109' },
  // An international student: no last four digits on record.
  volunteer: { collegeId: '800203', birthdate: '2003-10-05', lastFour: '', phone: '2085550110' },
  nogroups: { collegeId: '800204', birthdate: '1998-01-19', lastFour: '4475', phone: '2085550111' },
};

/** The facts of all demo people. */
export function demoFacts(): PersonFacts[] {
  return demoPeople.flatMap(({ people }) =>
    people.flatMap((person) => {
      const facts = known[person.key];
      const email = demoEmail(person);
      return facts === undefined ? [] : [{ ...facts, email, personalEmail: `${person.key}@home.example` }];
    }),
  );
}
