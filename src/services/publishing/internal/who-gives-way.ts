/** Somebody who holds a place until the call is due. */
export interface PlaceHolder {
  dueMs: number;
  createdMs: number;
  workspaceId: string;
  accountId: string;
}

/** Times this close count as the same: nobody can come back in between. */
const sameTimeMs = 1_000;

/**
 * Which of those that wait gives its place to a newcomer, if any: whoever has longest to wait, if that is longer than
 * the newcomer has. Among those that wait for the same time as the newcomer, the last one of the workspace with most
 * places, and within it of the account with most. A newcomer that has as many places already gets none.
 */
export function whoGivesWay<Holder extends PlaceHolder>(
  holders: readonly Holder[],
  newcomer: PlaceHolder,
): Holder | undefined {
  const last = lastOf(holders);
  if (last === undefined || last.dueMs > newcomer.dueMs) return last;
  const rivals = holders.filter(({ dueMs }) => dueMs > newcomer.dueMs - sameTimeMs);
  const ofWorkspace = mostOf(rivals, newcomer, 'workspaceId');
  if (ofWorkspace !== undefined) return lastOf(mostOf(ofWorkspace, newcomer, 'accountId') ?? ofWorkspace);
  const own = rivals.filter(({ workspaceId }) => workspaceId === newcomer.workspaceId);
  return lastOf(mostOf(own, newcomer, 'accountId') ?? []);
}

/** The holders of the workspace or account that has most places, if the newcomer's has fewer even with one more. */
function mostOf<Holder extends PlaceHolder>(
  holders: readonly Holder[],
  newcomer: PlaceHolder,
  key: 'workspaceId' | 'accountId',
): Holder[] | undefined {
  const groups = new Map<string, Holder[]>();
  for (const holder of holders) {
    const group = groups.get(holder[key]);
    if (group === undefined) groups.set(holder[key], [holder]);
    else group.push(holder);
  }
  const ownCount = groups.get(newcomer[key])?.length ?? 0;
  const [most = []] = [...groups.values()].sort((one, other) => other.length - one.length);
  return most.length > ownCount + 1 ? most : undefined;
}

function lastOf<Holder extends PlaceHolder>(holders: readonly Holder[]): Holder | undefined {
  return holders.reduce<Holder | undefined>(
    (last, each) => (last === undefined || isAfter(each, last) ? each : last),
    undefined,
  );
}

function isAfter(one: PlaceHolder, other: PlaceHolder): boolean {
  return one.dueMs > other.dueMs || (one.dueMs === other.dueMs && one.createdMs > other.createdMs);
}
