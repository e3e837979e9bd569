import { useEffect, useState } from 'react';
import type { ApiError } from '../../../platform/web/client/api-error.ts';
import { useCall } from '../../../platform/web/client/query.ts';
import { keep, readKept } from '../../../platform/web/offline/kept.ts';
import { listBuildings } from '../contract.ts';
import { type Building, keptBuildings, readBuildings } from './kept-buildings.ts';

interface Buildings {
  /** `null` until they are known. */
  buildings: readonly Building[] | null;
  /** Why they are not known, if neither the server nor the device has them. */
  error: ApiError | null;
  retry: () => void;
}

/** The buildings from the server, or as they were when last online. */
export function useBuildings(): Buildings {
  const answer = useCall(listBuildings, {});
  const [kept, setKept] = useState<readonly Building[] | null>(null);
  const fresh = answer.data?.data;
  useEffect(() => {
    readKept(keptBuildings).then(
      (found) => setKept(readBuildings(found?.value)),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    if (fresh !== undefined) void keep(keptBuildings, fresh).catch(() => undefined);
  }, [fresh]);
  const buildings = fresh ?? kept;
  return { buildings, error: buildings === null ? answer.error : null, retry: () => void answer.refetch() };
}
