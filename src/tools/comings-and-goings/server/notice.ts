import { z } from 'zod';
import { findKnown } from '../../../platform/server/belongings/holders.ts';
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
import { readOwnedKinds } from './owned.ts';
import { type DepartureRow, holdPerson, insertDeparture, setCause, setState } from './queries.ts';

type Open = Pick<DepartureRow, 'id' | 'person_id' | 'cause'>;
type Noticed = Pick<DepartureRow, 'person_id' | 'cause' | 'lost' | 'state'>;
type Services = Pick<Platform, 'reader' | 'change' | 'permissionsOf' | 'belongings' | 'campus'>;

interface Look {
  isHere: boolean;
  /** Whether they own something, and something that they may not have. */
  owns: boolean;
  lacks: boolean;
}

/**
 * Lists people who left or lost groups while they own something, and takes those off the list who may have it again or
 * own nothing anymore.
 */
export function createNotice({ reader, change, permissionsOf, belongings, campus }: Services): Job {
  const changeAs = change.changeAsSystem('comings-and-goings.notice');

  async function lookAt(ids: readonly string[]): Promise<(personId: string) => Look> {
    const holders = await findKnown(reader, permissionsOf, ids);
    const kindsOf = await readOwnedKinds(reader, belongings(), holders);
    const known = new Map(holders.map((holder) => [holder.id, holder]));
    return (personId: string) => {
      const holder = known.get(personId);
      const kinds = kindsOf(personId);
      return {
        isHere: holder?.state === 'here',
        owns: kinds.length > 0,
        lacks: holder !== undefined && kinds.some(({ mayHave }) => mayHave(holder) !== true),
      };
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
      const noticeLeaver = async ({ id }: { id: string }, { owns }: Look) => {
        const state = owns ? 'open' : 'nothing';
        const isNoticed = await about(id, async (unit) => {
          await demandLeaver(unit.transaction, id);
          const departure: Noticed = { person_id: id, cause: 'left', lost: [], state };
          auditDeparture(unit, 'notice', await insertDeparture(unit.transaction, departure), departure);
        });
        if (isNoticed && owns) noticed += 1;
      };
      const noticeLoss = async (loss: Loss, { lacks }: Look) => {
        const isListed = loss.groups.length > 0 && lacks;
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
      const lookAgain = async ({ id, person_id, cause }: Open, { isHere, owns, lacks }: Look) => {
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
      /** All of them are looked at together, in a dozen statements; each is its own change. */
      const each = async <Row>(
        rows: readonly Row[],
        idOf: (row: Row) => string,
        work: (row: Row, look: Look) => Promise<void>,
      ) => {
        const lookOf = await lookAt(rows.map(idOf));
        await doEach(rows, (row) => work(row, lookOf(idOf(row))), signal);
      };
      const steps = [
        async () => each(await selectLeavers(reader), ({ id }) => id, noticeLeaver),
        async () => each(await selectLosses(reader), ({ id }) => id, noticeLoss),
        async () => each(await selectOpen(reader), ({ person_id }) => person_id, lookAgain),
      ];
      await doEach(steps, (step) => step(), signal);
      return `Listed: ${noticed}. Taken off because they are back or own nothing anymore: ${over}.`;
    },
  });
}
