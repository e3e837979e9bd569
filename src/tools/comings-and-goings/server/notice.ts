import { z } from 'zod';
import { findHolder } from '../../../platform/server/belongings/holders.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { doEach } from '../../../platform/server/change/do-each.ts';
import { wasMade } from '../../../platform/server/change/overtaken.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { auditDeparture } from './audit.ts';
import {
  demandLeaver,
  forgetLosses,
  type Loss,
  selectLeavers,
  selectLosses,
  selectOpen,
} from './notice-queries.ts';
import { readOwned } from './owned.ts';
import { type DepartureRow, holdPerson, insertDeparture, setCause, setState } from './queries.ts';

type Open = Pick<DepartureRow, 'id' | 'person_id' | 'cause'>;
type Noticed = Pick<DepartureRow, 'person_id' | 'cause' | 'lost' | 'state'>;
type Services = Pick<Platform, 'reader' | 'change' | 'permissionsOf' | 'belongings' | 'campus'>;

/**
 * Lists people who left or lost groups while they own something, and takes those off the list who may have it again or
 * own nothing anymore.
 */
export function createNotice({ reader, change, permissionsOf, belongings, campus }: Services): Job {
  const changeAs = change.changeAsSystem('comings-and-goings.notice');

  /** @returns whether this person owns something, or something that they may not have, and their state */
  async function look(personId: string) {
    const holder = await findHolder(reader, permissionsOf, { id: personId });
    const owned = holder === null ? [] : await readOwned(reader, belongings(), holder);
    return {
      isHere: holder?.state === 'here',
      owns: owned.length > 0,
      lacks: owned.some(({ mayNot }) => mayNot !== null),
    };
  }

  /**
   * One change for each person.
   * @returns `false` if IT or another run has decided about them since this one found them
   */
  function about(personId: string, work: (unit: UnitOfWork) => Promise<void>): Promise<boolean> {
    const changing = changeAs(async (unit) => {
      unit.demand(byPermission);
      await holdPerson(unit.transaction, personId);
      await work(unit);
    });
    return wasMade(changing);
  }

  return defineJob({
    name: 'comings-and-goings.notice',
    title: 'List people who left or lost groups',
    data: z.object({}),
    retries: 3,
    limitSeconds: 10 * 60,
    schedule: '*/10 * * * *',
    keptDays: 2,
    async run(_data, { signal }) {
      let noticed = 0;
      const noticeLeaver = async ({ id }: { id: string }) => {
        const { owns } = await look(id);
        const state = owns ? 'open' : 'nothing';
        const isNoticed = await about(id, async (unit) => {
          await demandLeaver(unit.transaction, id);
          const departure: Noticed = { person_id: id, cause: 'left', lost: [], state };
          auditDeparture(unit, 'notice', await insertDeparture(unit.transaction, departure), departure);
        });
        if (isNoticed && owns) noticed += 1;
      };
      const noticeLoss = async (loss: Loss) => {
        const isListed = loss.groups.length > 0 && (await look(loss.id)).lacks;
        const state = isListed ? 'open' : 'nothing';
        const isNoticed = await about(loss.id, async (unit) => {
          await forgetLosses(unit.transaction, loss);
          const departure: Noticed = { person_id: loss.id, cause: 'groups', lost: loss.groups, state };
          const id = isListed ? await insertDeparture(unit.transaction, departure) : loss.id;
          auditDeparture(unit, 'notice', id, departure);
        });
        if (isNoticed && isListed) noticed += 1;
      };
      let over = 0;
      const lookAgain = async ({ id, person_id, cause }: Open) => {
        const { isHere, owns, lacks } = await look(person_id);
        if (isHere ? lacks && cause === 'groups' : owns) return;
        if (lacks) {
          await about(person_id, async (unit) => {
            await setCause(unit.transaction, id, 'groups');
            auditDeparture(unit, 'notice', id, { person_id, cause: 'groups', lost: [], state: 'open' });
          });
          return;
        }
        const state = isHere ? 'back' : 'done';
        const isOver = await about(person_id, async (unit) => {
          await setState(unit.transaction, { id, state: 'open' }, { state, by: campus.product });
          auditDeparture(unit, isHere ? 'back' : 'decide', id, { person_id, cause, lost: [], state });
        });
        if (isOver) over += 1;
      };
      const steps = [
        async () => doEach(await selectLeavers(reader), noticeLeaver, signal),
        async () => doEach(await selectLosses(reader), noticeLoss, signal),
        async () => doEach(await selectOpen(reader), lookAgain, signal),
      ];
      await doEach(steps, (step) => step(), signal);
      return `Listed: ${noticed}. Taken off because they are back or own nothing anymore: ${over}.`;
    },
  });
}
