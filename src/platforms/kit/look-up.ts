import { PlatformFailed, type PlatformFailure } from './failure.js';

/** The common parts of look-ups in lists. They return a publication only if no other entry of the list could be it. */

/** The result of a look-up that cannot decide. */
export function unclear(message: string): PlatformFailure {
  return { kind: 'ambiguous', message };
}

/** Reads page after page, until `read` returns no cursor for a next page. Fails if there are more than `pagesMax`. */
export async function readPages<Cursor>(
  pagesMax: number,
  read: (cursor: Cursor | undefined) => Promise<Cursor | null | undefined>,
): Promise<void> {
  let cursor: Cursor | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    cursor = (await read(cursor)) ?? undefined;
    if (cursor === undefined) return;
  }
  throw new PlatformFailed(unclear('There are too many entries since then to search through.'));
}

/** Returns the only candidate, `absent` if there is none, or an unclear result if there are several. */
export function theOnly<T, Found>(
  candidates: Iterable<T>,
  found: (candidate: T) => Found,
): Found | { kind: 'absent' } | PlatformFailure {
  const [only, ...others] = candidates;
  if (only === undefined) return { kind: 'absent' };
  return others.length === 0 ? found(only) : unclear('Several entries could be this publication.');
}

/** Whether an entry is the publication. PERHAPS if the platform returns too few details to decide. */
export type Match = 'YES' | 'NO' | 'PERHAPS';

/** Returns the only entry that can be the publication. */
export function theOneOf<T, Found>(
  entries: Iterable<T>,
  matchOf: (entry: T) => Match,
  found: (entry: T) => Found,
): Found | { kind: 'absent' } | PlatformFailure {
  const matches = [...entries]
    .map((entry) => ({ entry, match: matchOf(entry) }))
    .filter(({ match }) => match !== 'NO');
  return theOnly(matches, ({ entry, match }) => (match === 'YES' ? found(entry) : tooFewDetails));
}

const tooFewDetails = unclear(
  'The list has an entry with too few details to tell whether it is this publication.',
);

/** Like `Match`, for platforms that return fewer details: one unclear entry makes the whole look-up unclear. */
export type Verdict = 'ours' | 'other' | 'unclear';

/** Returns the only entry that is ours. An entry that is listed on two pages counts once. */
export function oursAmong<Found>(
  seen: readonly (readonly [id: string, verdict: Verdict])[],
  found: (id: string) => Found,
): Found | { kind: 'absent' } | PlatformFailure {
  if (seen.some(([, verdict]) => verdict === 'unclear')) return tooFewDetails;
  const ours = new Set(seen.flatMap(([id, verdict]) => (verdict === 'ours' ? [id] : [])));
  return theOnly(ours, found);
}
