import type { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import {
  callPlatform,
  isSuccess,
  readAnswer,
  readCredentials,
  type CallResult,
  type Credentials,
} from '../call.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { draftViolations, optionsSchemaOf } from '../draft-rules.js';
import { mediaRulesOf } from '../media-rules.js';
import { notUploaded } from '../media-upload.js';
import type {
  CommitAnswer,
  FindAnswer,
  Platform,
  PlatformFailure,
  PlatformLimits,
  PlatformSession,
  PrepareAnswer,
  Publication,
  Published,
  PublishedSearch,
} from '../platform.js';
import {
  createdSchema,
  timelineSchema,
  xCredentialsSchema,
  xFailure,
  type SeenTweet,
  type XContext,
} from './api.js';
import { completeUploads, readUploads } from './media-state.js';
import { toXFields, xOptionsSchema } from './options.js';
import { checkProcessing } from './processing.js';
import { refreshXTokens } from './refresh.js';
import { createTextMatcher, weightedLength, xTextViolations } from './text.js';
import { uploadToX } from './upload.js';

export const xLimits: PlatformLimits = {
  textUnit: 'weighted',
  textMax: 280,
  textBytesMax: null,
  textRequired: true,
  firstComment: true,
};

const siteUrl = 'https://x.com';
const timelinePageSize = 100;
/** Each post read is billed; more than this since the attempt began is no ordinary account. */
const timelinePagesMax = 3;

/**
 * Blind: one create call without a key. Recent posts may show a lost one; that none is seen proves nothing.
 */
export function createX(context: XContext): Platform {
  return {
    name: 'X',
    guarantee: 'blind',
    limits: xLimits,
    optionsSchema: optionsSchemaOf(xOptionsSchema),
    validate: (draft) => [
      ...draftViolations(draft, xLimits, weightedLength, xOptionsSchema, mediaRulesOf('X')),
      ...xTextViolations(draft),
    ],
    uploadMedia: (session, publication, state, run) => uploadToX(context, session, publication, state, run),
    prepare: (_session, publication, state) =>
      Promise.resolve(prepareTweet(context.clock.now(), publication, state)),
    checkReadiness: (session, publication, state) => checkProcessing(context, session, publication, state),
    commit: (session, publication, state, sendBefore) =>
      createTweet(context, session, publication, state, sendBefore),
    findPublished: (session, publication, state, search) =>
      findTweet(context, session, publication, state, search),
    refresh: (session) => refreshXTokens(context, session),
  };
}

type XCredentials = Credentials<z.infer<typeof xCredentialsSchema>>;

/** Nothing but the media that are there already: X has no object between them and the post. */
function prepareTweet(now: Date, publication: Publication, state: JsonObject | null): PrepareAnswer {
  if (publication.media.length === 0) return { kind: 'prepared', state: {} };
  const uploads = completeUploads(publication, state, now);
  return uploads === null ? notUploaded : { kind: 'prepared', state: { media: uploads } };
}

async function createTweet(
  context: XContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const read: XCredentials = readCredentials(xCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { replyTo, text, media } = publication;
  const mediaIds = readUploads(state).map(({ mediaId }) => mediaId);
  const body = {
    ...(text === '' ? {} : { text }),
    ...(media.length === 0 ? {} : { media: { media_ids: mediaIds } }),
    ...toXFields(publication.options),
    ...(replyTo === null ? {} : { reply: { in_reply_to_tweet_id: replyTo.externalPostId } }),
  };
  const result = await callPlatform(
    context.safeFetch,
    {
      url: `${session.baseUrl}/2/tweets`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${read.credentials.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      ...(sendBefore && { sendBefore }),
    },
    read.secrets,
  );
  if ('failure' in result) return result.failure;
  const created = isSuccess(result.answer) ? readAnswer(result.answer, createdSchema) : null;
  if (created === null) {
    const failure = xFailure(result.answer, context.clock, replyTo !== null);
    return media.length > 0 && isLostMedia(failure) ? { ...notUploaded, message: failure.message } : failure;
  }
  return { kind: 'published', published: toPublished(session, created.data.id) };
}

async function findTweet(
  context: XContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const mediaKeys = new Set(readUploads(state).map(({ mediaKey }) => mediaKey));
  const isOurs = tweetMatcher(publication.text, mediaKeys);
  let nextToken: string | undefined;
  for (let page = 0; page < timelinePagesMax; page += 1) {
    const result = await readTimeline(context, session, search.since, nextToken, mediaKeys.size > 0);
    if ('failure' in result) return result.failure;
    const timeline = isSuccess(result.answer) ? readAnswer(result.answer, timelineSchema) : null;
    if (timeline === null) return xFailure(result.answer, context.clock);
    const tweet = timeline.data?.find((seen) => !search.takenIds.has(seen.id) && isOurs(seen));
    if (tweet !== undefined) return { kind: 'found', published: toPublished(session, tweet.id) };
    nextToken = timeline.meta?.next_token;
    if (nextToken === undefined) break;
  }
  return { kind: 'absent' };
}

/** X forgets media that nothing was posted with; its words are all that tells. */
function isLostMedia(failure: PlatformFailure): boolean {
  return failure.kind === 'rejected' && /media ids? (is|are) invalid/i.test(failure.message);
}

/** Media that X shows under the keys it gave us are ours for certain; where it shows none, the text decides. */
function tweetMatcher(text: string, mediaKeys: ReadonlySet<string | null>): (seen: SeenTweet) => boolean {
  const isOurText = createTextMatcher(text);
  return (seen) => {
    const keys = mediaKeys.size === 0 ? undefined : seen.attachments?.media_keys;
    if (keys !== undefined && !keys.some((key) => mediaKeys.has(key))) return false;
    return isOurText(seen.text);
  };
}

/** Without field parameters, whose names differ between versions of the API: id and text come anyway. */
function readTimeline(
  context: XContext,
  session: PlatformSession,
  since: Date,
  nextToken: string | undefined,
  withMediaKeys: boolean,
): Promise<CallResult> {
  const read: XCredentials = readCredentials(xCredentialsSchema, session.credentials);
  if ('failure' in read) return Promise.resolve(read);
  const startTime = since.toISOString().replace(/\.\d+Z$/, 'Z');
  const query = new URLSearchParams({
    start_time: startTime,
    max_results: String(timelinePageSize),
    exclude: 'retweets',
    ...(withMediaKeys ? { expansions: 'attachments.media_keys' } : {}),
    ...(nextToken === undefined ? {} : { pagination_token: nextToken }),
  });
  return callPlatform(
    context.safeFetch,
    {
      url: `${session.baseUrl}/2/users/${encodeURIComponent(session.externalAccountId)}/tweets?${query.toString()}`,
      method: 'GET',
      headers: { authorization: `Bearer ${read.credentials.accessToken}` },
    },
    read.secrets,
  );
}

function toPublished(session: PlatformSession, id: string): Published {
  const handle = session.handle.replace(/^@/, '');
  return {
    externalPostId: id,
    externalUrl: `${session.webUrl ?? siteUrl}/${encodeURIComponent(handle)}/status/${id}`,
    reference: null,
  };
}
