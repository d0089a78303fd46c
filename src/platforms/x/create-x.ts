import type { z } from 'zod';
import {
  callPlatform,
  isSuccess,
  readAnswer,
  readCredentials,
  type CallResult,
  type Credentials,
} from '../call.js';
import { draftViolations } from '../draft-rules.js';
import type {
  CommitAnswer,
  FindAnswer,
  Platform,
  PlatformLimits,
  PlatformSession,
  Publication,
  Published,
  PublishedSearch,
} from '../platform.js';
import { createdSchema, timelineSchema, xCredentialsSchema, xFailure, type XContext } from './api.js';
import { toXFields, xOptionsSchema } from './options.js';
import { refreshXTokens } from './refresh.js';
import { createTextMatcher, weightedLength, xTextViolations } from './text.js';

export const xLimits: PlatformLimits = {
  textUnit: 'weighted',
  textMax: 280,
  textBytesMax: null,
  textRequired: true,
  firstComment: true,
};

const siteUrl = 'https://x.com';
/** Their clock and ours may differ by this much. */
const clockSlackMs = 60_000;
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
    validate: (draft) => [
      ...draftViolations(draft, xLimits, weightedLength, xOptionsSchema),
      ...xTextViolations(draft),
    ],
    prepare: () => Promise.resolve({ kind: 'prepared', state: {} }),
    checkReadiness: () => Promise.resolve({ kind: 'ready' }),
    commit: (session, publication) => createTweet(context, session, publication),
    findPublished: (session, publication, _state, search) => findTweet(context, session, publication, search),
    refresh: (session) => refreshXTokens(context, session),
  };
}

type XCredentials = Credentials<z.infer<typeof xCredentialsSchema>>;

async function createTweet(
  context: XContext,
  session: PlatformSession,
  publication: Publication,
): Promise<CommitAnswer> {
  const read: XCredentials = readCredentials(xCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { replyTo } = publication;
  const body = {
    text: publication.text,
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
    },
    read.secrets,
  );
  if ('failure' in result) return result.failure;
  const created = isSuccess(result.answer) ? readAnswer(result.answer, createdSchema) : null;
  if (created === null) return xFailure(result.answer, context.clock, replyTo !== null);
  return { kind: 'published', published: toPublished(session, created.data.id) };
}

async function findTweet(
  context: XContext,
  session: PlatformSession,
  publication: Publication,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const isOurs = createTextMatcher(publication.text);
  let nextToken: string | undefined;
  for (let page = 0; page < timelinePagesMax; page += 1) {
    const result = await readTimeline(context, session, search.since, nextToken);
    if ('failure' in result) return result.failure;
    const timeline = isSuccess(result.answer) ? readAnswer(result.answer, timelineSchema) : null;
    if (timeline === null) return xFailure(result.answer, context.clock);
    const tweet = timeline.data?.find(({ id, text }) => !search.takenIds.has(id) && isOurs(text));
    if (tweet !== undefined) return { kind: 'found', published: toPublished(session, tweet.id) };
    nextToken = timeline.meta?.next_token;
    if (nextToken === undefined) break;
  }
  return { kind: 'absent' };
}

/** Without field parameters, whose names differ between versions of the API: id and text come anyway. */
function readTimeline(
  context: XContext,
  session: PlatformSession,
  since: Date,
  nextToken: string | undefined,
): Promise<CallResult> {
  const read: XCredentials = readCredentials(xCredentialsSchema, session.credentials);
  if ('failure' in read) return Promise.resolve(read);
  const startTime = new Date(since.getTime() - clockSlackMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const query = new URLSearchParams({
    start_time: startTime,
    max_results: String(timelinePageSize),
    exclude: 'retweets',
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
