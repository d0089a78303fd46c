import type { Sitting, StepAnswer, Made } from './sitting.js';
import { confirmed, refuted, unclear } from './sitting.js';
import { findAgain } from './publish.js';

/**
 * Deletes what the run has published, the last first. Also runs after a failure or Ctrl-C. What cannot be deleted stays
 * in `made` as public, and the report names it.
 */
export async function cleanUp(sitting: Sitting): Promise<StepAnswer> {
  const { made, certification } = sitting;
  for (const one of made) {
    if (one.fate === 'maybe-public') await findAgain({ ...sitting, lookupDelaysMs: [0] }, one);
  }
  const failures: string[] = [];
  for (const one of [...made].reverse()) {
    if (one.fate === 'public') failures.push(...(await remove(sitting, one)));
  }
  if (certification.commentsGoWithPost === true) forgetCommentsOfDeleted(made);
  const left = made.filter(({ fate }) => fate === 'public' || fate === 'maybe-public');
  if (made.every(({ fate }) => fate === 'not-public')) return unclear('Nothing was published.');
  if (left.length === 0) return confirmed(await stillFound(sitting));
  const words = failures.length === 0 ? [] : [failures.join(' ')];
  if (sitting.platform.deletePost === undefined && words.length === 0) {
    return confirmed('Punctual deletes no posts there. A person has to.');
  }
  return refuted([...words, `Not deleted: ${left.map(({ what }) => what).join(', ')}.`].join(' '));
}

/** Deletes one publication. Returns why not. */
async function remove({ platform, session, certification }: Sitting, one: Made): Promise<string[]> {
  const { published } = one;
  if (published === null) return [];
  if (one.publication.replyTo !== null) {
    const { deleting } = platform.comments ?? {};
    if (deleting !== undefined) {
      const answer = await deleting.remove(session, published.externalPostId);
      if (answer.kind === 'changed' || answer.kind === 'gone') one.fate = 'deleted';
      return one.fate === 'deleted' ? [] : [`${one.what}: ${answer.kind}.`];
    }
    if (certification.commentsGoWithPost === true) return [];
  }
  if (platform.deletePost === undefined) return [];
  const answer = await platform.deletePost(session, published);
  if (answer.kind !== 'deleted') return [`${one.what}: ${answer.kind}, ${answer.message}`];
  one.fate = 'deleted';
  return [];
}

function forgetCommentsOfDeleted(made: readonly Made[]): void {
  const deleted = new Set(
    made.flatMap(({ fate, published }) => (fate === 'deleted' ? (published?.externalPostId ?? []) : [])),
  );
  for (const one of made) {
    const isUnder = one.publication.replyTo !== null && deleted.has(one.publication.replyTo.externalPostId);
    if (isUnder && one.fate === 'public') one.fate = 'deleted';
  }
}

/** Where a look-up proves absence, says whether the posts are gone. */
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
