import type { PlatformChanges } from '../../platforms/kit/changes.js';
import type { Publication } from '../../platforms/kit/platform.js';
import type { Sitting, StepAnswer, Made } from './sitting.js';
import { confirmed, refuted, unclear } from './sitting.js';
import { findAgain } from './publish.js';

/**
 * Deletes what the run has published, the last first. Also runs after a failure or Ctrl-C. What cannot be deleted stays
 * in `made` as public, and the report names it.
 */
export async function cleanUp(sitting: Sitting): Promise<StepAnswer> {
  const { made, platform } = sitting;
  for (const one of made) {
    if (one.fate === 'maybe-public') await findAgain({ ...sitting, lookupDelaysMs: [0] }, one);
  }
  const failures: string[] = [];
  for (const one of [...made].reverse()) {
    if (one.fate === 'public') failures.push(...(await remove(sitting, one)));
  }
  if (platform.changeRules.commentsGoWithPost === true) forgetCommentsOfDeleted(made);
  const left = made.filter(({ fate }) => fate === 'public' || fate === 'maybe-public');
  if (made.every(({ fate }) => fate === 'not-public')) return unclear('Nothing was published.');
  if (left.length === 0) return confirmed(await stillFound(sitting));
  const words = failures.length === 0 ? [] : [failures.join(' ')];
  if (deletionOf(sitting, { replyTo: null }) === undefined && words.length === 0) {
    const scope = missingScopeOf(sitting, { replyTo: null });
    const why = scope === undefined ? 'Punctual deletes none there' : `the account has not granted ${scope}`;
    return confirmed(`The posts stay, as expected: ${why}, so a person deletes them.`);
  }
  return refuted([...words, `Not deleted: ${left.map(({ what }) => what).join(', ')}.`].join(' '));
}

/** Deletes one publication, if the platform can. Returns why not. */
async function remove(sitting: Sitting, one: Made): Promise<string[]> {
  const { published, publication, since } = one;
  const call = deletionOf(sitting, publication);
  if (published === null || call === undefined) return [];
  const answer = await call(sitting.session, { ...publication, ...published, publishedAt: since });
  if (answer.kind !== 'removed' && answer.kind !== 'gone') {
    return [`${one.what}: ${answer.kind}, ${answer.message}`];
  }
  one.fate = 'deleted';
  return [];
}

type Account = Pick<Sitting, 'platform' | 'scopes'>;
type Placed = Pick<Publication, 'replyTo'>;

/** The call that deletes such a publication. Undefined if the platform has none, or the account did not permit it. */
export function deletionOf(account: Account, placed: Placed): PlatformChanges['remove'] {
  const isPossible = rulesOf(account, placed) !== null && missingScopeOf(account, placed) === undefined;
  return isPossible ? account.platform.changes?.remove : undefined;
}

/** The permission for the deletion that the account has not granted. */
export function missingScopeOf(account: Account, placed: Placed): string | undefined {
  const scope = rulesOf(account, placed)?.scope;
  return scope !== undefined && account.scopes?.includes(scope) === false ? scope : undefined;
}

const rulesOf = ({ platform: { changeRules } }: Account, { replyTo }: Placed) =>
  replyTo === null ? changeRules.removePosts : changeRules.removeComments;

function forgetCommentsOfDeleted(made: readonly Made[]): void {
  const deleted = new Set(
    made.flatMap(({ fate, published }) => (fate === 'deleted' ? (published?.externalPostId ?? []) : [])),
  );
  for (const one of made) {
    const isUnder = one.publication.replyTo !== null && deleted.has(one.publication.replyTo.externalPostId);
    if (isUnder && one.fate === 'public') one.fate = 'deleted';
  }
}

/** If a look-up can prove absence, says whether the posts are gone. */
async function stillFound({ platform, session, made }: Sitting): Promise<string> {
  const keyed = made.filter(({ publication }) => platform.guaranteeOf(publication) === 'keyed');
  const kinds = await Promise.all(
    keyed.map(async ({ publication, state, since }) => {
      const search = { since, takenIds: new Set<string>() };
      return (await platform.findPublished(session, publication, state, search)).kind;
    }),
  );
  if (kinds.length === 0) return 'Everything was deleted.';
  const isGone = kinds.every((kind) => kind === 'absent');
  return isGone
    ? 'Everything was deleted, and is no longer found.'
    : 'Everything was deleted, but some is still found.';
}
