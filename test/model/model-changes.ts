import type { ChangeRules } from '../../src/domain/changes.js';
import type { SendBefore } from '../../src/egress/safe-fetch.js';
import type { LookAnswer, PlatformChanges, PublicPost } from '../../src/platforms/kit/changes.js';
import type { PlatformFailure } from '../../src/platforms/kit/failure.js';
import type { How, PlatformKind } from './commands.js';
import {
  answersTo,
  commitHows,
  isTooLate,
  refusals,
  toPublished,
  unclear,
  type Entry,
  type PlatformWorld,
} from './model-answers.js';

const removable = { removePosts: {}, removeComments: {}, sources: [] } as const;
const editable = { fields: ['text'], windowMs: null, countMax: null, needs: null } as const;

/** The rules of the real platforms differ in what a look proves, in ids, and in what happens to comments. */
export const changeRulesOf: Record<PlatformKind, ChangeRules> = {
  keyed: {
    ...removable,
    editPosts: { ...editable, changesId: false },
    look: { lagMs: 0, absenceProves: true },
  },
  queryable: {
    ...removable,
    commentsGoWithPost: true,
    editPosts: { ...editable, changesId: false },
    look: { lagMs: 30_000, absenceProves: false },
  },
  blind: {
    ...removable,
    editPosts: { ...editable, changesId: true },
    look: { lagMs: 60_000, absenceProves: true },
  },
  queryableLater: { removePosts: null, removeComments: null, editPosts: null, look: null, sources: [] },
  blindLater: {
    ...removable,
    commentsGoWithPost: true,
    editPosts: { ...editable, changesId: false },
    look: null,
  },
};

/** Removals and edits of a platform in memory. Each call meets the event that the model has chosen. */
export function createModelChanges(
  kind: PlatformKind,
  ledger: readonly Entry[],
  world: PlatformWorld,
): PlatformChanges {
  const rules = changeRulesOf[kind];
  /** The times of the last changes, and what readers saw before them. */
  const before = new Map<Entry, { atMs: number; isGone: boolean; shows: string }>();
  let versions = 0;

  const keepState = (entry: Entry): void => {
    before.set(entry, { atMs: world.nowMs, isGone: entry.isGone, shows: entry.shows });
  };
  const entryAt = ({ externalPostId }: PublicPost): Entry | undefined =>
    ledger.find((entry) => answersTo(entry, externalPostId));

  async function call<Answer>(
    post: PublicPost,
    sendBefore: SendBefore | undefined,
    text: string | null,
    change: (entry: Entry) => Answer,
  ): Promise<Answer | { kind: 'gone' } | PlatformFailure> {
    const how = world.take(...commitHows);
    const refusal = refusals[how];
    const entry = entryAt(post);
    if (entry !== undefined) world.beganChange(entry, text);
    if (how === 'held-then-limited') await world.hold();
    if (refusal !== undefined) return refusal;
    if (how === 'prepare-again') return { kind: 'prepare-again', message: 'gone' };
    if (how === 'held-before') await world.hold();
    if (isTooLate(world, sendBefore)) return { kind: 'not-sent', message: 'the time to send has passed' };
    const answer = entry === undefined || entry.isGone ? ({ kind: 'gone' } as const) : change(entry);
    if (how === 'held-after') await world.hold();
    return how === 'lost-after' ? unclear('no answer') : answer;
  }

  function removed(entry: Entry): { kind: 'removed' } {
    const replies = ledger.filter(({ replyTo }) => answersTo(entry, replyTo));
    for (const each of [entry, ...(rules.commentsGoWithPost === true ? replies : [])]) {
      keepState(each);
      each.isGone = true;
    }
    return { kind: 'removed' };
  }

  function look(post: PublicPost, text: string | undefined, how: How): LookAnswer {
    const entry = entryAt(post);
    const earlier = entry && before.get(entry);
    const { lagMs, absenceProves } = rules.look ?? { lagMs: 0, absenceProves: false };
    const lags = how === 'lookup-lags' && earlier !== undefined && world.nowMs - earlier.atMs < lagMs;
    const seen = lags ? earlier : entry;
    // Such a platform may hide a post from the account.
    const isHidden = how === 'lookup-lags' && !absenceProves;
    if (entry === undefined || seen === undefined || seen.isGone || isHidden) return { kind: 'gone' };
    const shows = seen.shows === text ? 'EDITED' : seen.shows === post.text ? 'BEFORE' : 'OTHER';
    return { kind: 'there', published: toPublished(entry), shows };
  }

  return {
    remove: (_session, post, sendBefore) => call(post, sendBefore, null, removed),
    edit: (_session, post, { text }, sendBefore) =>
      call(post, sendBefore, text, (entry) => {
        // An earlier version cannot be edited.
        if (entry.id !== post.externalPostId)
          return { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
        keepState(entry);
        entry.shows = text;
        if (rules.editPosts?.changesId === true) {
          entry.earlierIds.push(entry.id);
          entry.id = `${kind}-version-${(versions += 1)}`;
        }
        return { kind: 'edited', published: toPublished(entry) } as const;
      }),
    find: async (_session, post, edited) => {
      const how = world.take('held-in-lookup', 'lookup-fails', 'lookup-lags', 'auth-expired');
      const answer = look(post, edited?.text, how);
      if (how === 'held-in-lookup') await world.hold();
      if (how === 'auth-expired') return { kind: 'auth-expired', message: 'stale' };
      return how === 'lookup-fails' ? unclear('unavailable') : answer;
    },
  };
}
