import { z } from 'zod';
import { callApi } from '../kit/api-call.js';
import { readSuccess, successOf } from '../kit/call.js';
import {
  notPossible,
  shownTextOf,
  type ChangeRefusal,
  type EditAnswer,
  type EditedText,
  type LookAnswer,
  type PlatformChanges,
  type PublicPost,
  type RemoveAnswer,
} from '../kit/changes.js';
import { PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import { unclear } from '../kit/look-up.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { toPublished } from './address.js';
import { createdSchema, xFailure, type XSession } from './api.js';
import type { Speaker } from './dialect.js';
import { textVerdict } from './judge.js';
import { parentIdOf, quotedIdOf, toXFields } from './options.js';
import { readReference, toReference } from './reference.js';
import { rawTweetSchema, toSeen } from './seen-tweet.js';

/** Deletes posts, and edits their text. An edit is a new post with another id that refers to the previous version. */
export function xChanges(speak: Speaker): PlatformChanges<XSession> {
  return {
    remove,
    edit: (session, post, edited, sendBefore) => edit(speak, session, post, edited, sendBefore),
    find: (session, post, edited) => find(speak, session, post, edited),
  };
}

const deletedSchema = z.object({ data: z.object({ deleted: z.literal(true) }) });

/** Deletes a post with all of its versions. The replies to it stay. */
async function remove(
  session: XSession,
  { externalPostId }: PublicPost,
  sendBefore?: SendBefore,
): Promise<RemoveAnswer> {
  const path = `/2/tweets/${encodeURIComponent(externalPostId)}`;
  const answer = await callApi(session, { method: 'DELETE', path, sendBefore });
  if (readSuccess(answer, deletedSchema) !== null) return { kind: 'removed' };
  return answer.status === 404 ? { kind: 'gone' } : xFailure(answer, session.clock);
}

async function edit(
  speak: Speaker,
  session: XSession,
  post: PublicPost,
  { text }: EditedText,
  sendBefore: SendBefore | undefined,
): Promise<EditAnswer> {
  const { externalPostId } = post;
  const { mediaIds, earlierIds } = readReference(post.reference);
  const refusal = formRefusal(post, mediaIds);
  if (refusal !== null) return refusal;
  const json = {
    ...(text === '' ? {} : { text }),
    ...toXFields(post, mediaIds),
    edit_options: { previous_post_id: externalPostId },
  };
  const answer = await callApi(session, { method: 'POST', path: '/2/tweets', json, sendBefore });
  const created = readSuccess(answer, createdSchema);
  if (created === null) return whyRefused(speak, session, post, xFailure(answer, session.clock));
  const reference = toReference({ mediaIds, earlierIds: [...earlierIds, externalPostId] });
  return { kind: 'edited', published: toPublished(session, created.data.id, reference) };
}

/** X lists the kinds of posts that it does not edit ("Edit Posts", x-api/fundamentals). */
function formRefusal(
  { options, mediaClasses }: PublicPost,
  mediaIds: readonly string[],
): ChangeRefusal | null {
  const kind = ['poll', 'communityId', 'replyToPost'].find((name) => options?.[name] !== undefined);
  if (kind !== undefined) {
    return notPossible(
      'NOT_SUPPORTED',
      'Punctual does not edit polls, posts in communities and replies on X, because X refuses most of them.',
    );
  }
  return mediaClasses.length > mediaIds.length
    ? notPossible('NOT_SUPPORTED', 'An edit would remove the media of the post, whose ids are not known.')
    : null;
}

const controlsSchema = z.object({
  edit_controls: z.object({
    is_edit_eligible: z.boolean().nullish().catch(null),
    editable_until: z.string().nullish().catch(null),
    edits_remaining: z.number().nullish().catch(null),
  }),
});
/** X's words for an account without X Premium are not documented. "Not permitted" also means a refused text. */
const entitlement = /premium|subscri/i;

/** Asks X why it refused an edit, because its messages do not say. */
async function whyRefused(
  speak: Speaker,
  session: XSession,
  { externalPostId }: PublicPost,
  failure: PlatformFailure,
): Promise<EditAnswer> {
  if (failure.kind !== 'rejected' || failure.code !== 'PLATFORM_REJECTED') return failure;
  const item = await readItem(speak, session, externalPostId, 'edit_controls');
  if (item === null) return { kind: 'gone' };
  const controls = controlsSchema.safeParse(item).data?.edit_controls;
  const { message } = failure;
  if (controls?.is_edit_eligible === false) return notPossible('NOT_SUPPORTED', message);
  if (Date.parse(controls?.editable_until ?? '') <= session.clock.now().getTime()) {
    return notPossible('TOO_LATE', message);
  }
  if (controls?.edits_remaining === 0) return notPossible('TOO_OFTEN', message);
  return entitlement.test(message) ? notPossible('NOT_ENTITLED', message) : failure;
}

/** A look-up of an earlier version names the later ones. Each post that X returns is billed. */
async function find(
  speak: Speaker,
  session: XSession,
  post: PublicPost,
  edited: EditedText | undefined,
): Promise<LookAnswer> {
  const { externalPostId, externalUrl, reference } = post;
  const seen = await readTweet(speak, session, externalPostId);
  if (seen === null) return { kind: 'gone' };
  const latestId = seen.history.at(-1) ?? seen.id;
  const latest = latestId === seen.id ? seen : await readTweet(speak, session, latestId);
  if (latest === null) return unclear('X names a later version of the post, and does not find it.');
  const { mediaIds } = readReference(reference);
  const rendering = {
    isReply: parentIdOf(post) !== null,
    mayEndInLink: post.mediaClasses.length > 0 || quotedIdOf(post) !== null,
  };
  return {
    kind: 'there',
    published:
      latestId === externalPostId
        ? { externalPostId, externalUrl, reference }
        : toPublished(session, latestId, toReference({ mediaIds, earlierIds: latest.history.slice(0, -1) })),
    shows: shownTextOf(post, edited, ({ text }) => textVerdict(text, latest, rendering)),
  };
}

async function readTweet(speak: Speaker, session: XSession, id: string) {
  const item = await readItem(speak, session, id);
  if (item === null) return null;
  const raw = rawTweetSchema.safeParse(item).data;
  if (raw === undefined) throw new PlatformFailed(unclear('X returned a post that cannot be read.'));
  return toSeen(raw);
}

const listSchema = z.object({
  data: z.array(z.unknown()).default([]),
  errors: z.array(z.object({ type: z.string().optional() })).default([]),
});

/** One post as X returns it. Null if X says that there is none. */
async function readItem(speak: Speaker, session: XSession, id: string, fields?: string): Promise<unknown> {
  const answer = await speak(
    [],
    (asked) => callApi(session, { method: 'GET', path: '/2/tweets', query: { ids: id, ...asked } }),
    fields,
  );
  const { data, errors } = successOf(answer, listSchema, (refusal) => xFailure(refusal, session.clock));
  const [item] = data;
  if (item !== undefined) return item;
  if (errors.some(({ type }) => type?.endsWith('/resource-not-found'))) return null;
  throw new PlatformFailed(unclear('X returned neither the post nor that it does not exist.'));
}
