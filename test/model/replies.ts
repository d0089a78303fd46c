import { replyToComment } from '../../src/services/comments/reply.js';
import { resolveReply } from '../../src/services/comments/resolve.js';
import { isWaiting } from '../../src/services/attempts/followers.js';
import type { TargetRow } from '../../src/services/post-records/records.js';
import { isUnconfirmed } from '../../src/services/publishing/confirm-published.js';
import { recogniseReplies } from '../../src/services/publishing/recognise-replies.js';
import { attempt, nextText } from './attempt.js';
import { platformKinds, type Applied, type PlatformKind } from './commands.js';
import type { Entry } from './model-answers.js';
import { questionOn, type Breach, type World } from './world.js';

const repliesMax = 3;

/** A person answers a comment, and repeats the request, whose response may have been lost. */
export async function reply(world: World, kind: PlatformKind): Promise<Applied> {
  if (repliesOf(world).length >= repliesMax) return 'SKIPPED';
  const text = nextText(world);
  const request = { commentId: world.questionIds[kind], text, clientReferenceId: text };
  return attempt(world, async () => {
    const { comment } = await replyToComment(world.ctx, request);
    const { comment: repeated } = await replyToComment(world.ctx, request);
    if (repeated.id === comment.id) return;
    world.breaches.push({
      clause: 'once',
      text: `the repeated request for ${comment.id} made another reply`,
    });
  });
}

/** The same text once more, which must never become another reply while this one is unclear. */
export async function replyAgain(world: World, nth: number, republishUnconfirmed: boolean): Promise<Applied> {
  const target = at(unclearReplies(world), nth);
  const kind = target && kindOf(world, target);
  if (target === undefined || kind === undefined) return 'SKIPPED';
  return attempt(world, async () => {
    const { comment } = await replyToComment(world.ctx, {
      commentId: world.questionIds[kind],
      text: target.captionOverride ?? '',
      clientReferenceId: null,
      republishUnconfirmed,
    });
    if (comment.id !== commentOf(world, target)?.id)
      world.breaches.push({ clause: 'once', text: `${target.id} was sent again as ${comment.id}` });
    consent(world, target);
  });
}

/** A person looks at the platform, and says what is there. */
export async function resolve(world: World, nth: number): Promise<Applied> {
  const target = at(repliesOf(world).filter(isUnconfirmed), nth);
  const commentId = target && commentOf(world, target)?.id;
  if (target === undefined || commentId === undefined) return 'SKIPPED';
  const published = entriesOf(world, target).length > 0;
  return attempt(world, async () => {
    await resolveReply(world.ctx, { commentId, published });
    if (!published) consent(world, target);
  });
}

/** A read of each platform shows all replies to the visitor's comment. */
export async function readComments(world: World): Promise<Applied> {
  const shown = platformKinds.flatMap((kind) => {
    const ofKind = world.platforms[kind].ledger.filter((entry) => isShown(world, kind, entry));
    return ofKind.length === 0 ? [] : [{ accountId: world.accountIds[kind], entries: ofKind }];
  });
  if (shown.length === 0) return 'SKIPPED';
  return attempt(world, async () => {
    for (const { accountId, entries } of shown)
      await recogniseReplies(world.deps, accountId, entries.map(asAnswer));
  });
}

const isShown = ({ nowMs }: World, kind: PlatformKind, { replyTo, isGone, shownFromMs }: Entry): boolean =>
  replyTo === questionOn(kind) && !isGone && shownFromMs <= nowMs;

const asAnswer = ({ id, replyTo, shows, atMs }: Entry) => ({
  ...{ externalCommentId: id, parentExternalId: replyTo, text: shows, postedAt: new Date(atMs) },
  ...{ externalUrl: null, reference: null },
});

/** At any moment: each reply has a comment that shows it. */
export function hiddenReplies(world: World): Breach[] {
  return repliesOf(world)
    .filter((target) => commentOf(world, target) === undefined)
    .map(({ id }) => ({ clause: 'reply-is-shown', text: `no comment shows ${id}` }));
}

/** At the end: the comment of a public reply names it. */
export function untoldReplies(world: World): Breach[] {
  return repliesOf(world)
    .filter((row) => row.status === 'PUBLISHED')
    .filter((row) => commentOf(world, row)?.externalCommentId !== row.externalPostId)
    .map(({ id }) => ({
      clause: 'reply-is-shown',
      text: `the comment of ${id} does not say that it is public`,
    }));
}

const repliesOf = (world: World): TargetRow[] =>
  world.rows.targets.filter(({ workspaceId }) => workspaceId !== null);

const unclearReplies = (world: World): TargetRow[] =>
  repliesOf(world).filter((row) => isWaiting(row) || isUnconfirmed(row));

const commentOf = (world: World, { id }: TargetRow) =>
  world.rows.replies.find(({ replyPublicationId }) => replyPublicationId === id);

const kindOf = (world: World, { socialAccountId }: TargetRow): PlatformKind | undefined =>
  platformKinds.find((kind) => world.accountIds[kind] === socialAccountId);

const entriesOf = (world: World, { id }: TargetRow): Entry[] =>
  world.ledger.filter(({ targetId, isGone }) => targetId === id && !isGone);

function consent(world: World, { id }: TargetRow): void {
  const key = world.contentKey(id, 'POST');
  world.consents.set(key, (world.consents.get(key) ?? 0) + 1);
}

function at<T>(list: readonly T[], nth: number): T | undefined {
  return list[nth % Math.max(1, list.length)];
}
