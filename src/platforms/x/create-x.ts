import type { JsonObject } from '../../domain/json.js';
import { callApi } from '../kit/api-call.js';
import { readSuccess } from '../kit/call.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { Connector } from '../kit/connector.js';
import { draftViolations, videoAltTextViolations } from '../kit/draft-rules.js';
import { notUploaded } from '../kit/media-upload.js';
import type { PlatformFailure } from '../kit/failure.js';
import type {
  CommitAnswer,
  PlatformLimits,
  PlatformQuota,
  PrepareAnswer,
  Publication,
  PublicationDraft,
} from '../kit/platform.js';
import { createdSchema, xCreateFailure, type TweetForm, type XContext, type XSession } from './api.js';
import { toPublished } from './address.js';
import { xChanges } from './changes.js';
import { xComments } from './comments.js';
import { createSpeaker } from './dialect.js';
import { createTweetFinder } from './find.js';
import { completeUploads, mediaIdsIn } from './media-state.js';
import { xMediaRules } from './media-rules.js';
import { xMetrics } from './metrics.js';
import {
  parentIdOf,
  quotedIdOf,
  toXFields,
  xAccessWarnings,
  xOptionsSchema,
  xOptionViolations,
} from './options.js';
import { xSearches } from './people.js';
import { xCharges, xPriceList, xPriceWarnings } from './prices.js';
import { checkProcessing } from './processing.js';
import { toReference } from './reference.js';
import { checkXAccount, refreshXTokens, revokeXGrant, xConnect } from './connect.js';
import { weightedLength, xTextViolations } from './text.js';
import { uploadToX } from './upload.js';

export const xLimits: PlatformLimits = {
  textUnit: 'weighted',
  textMax: 280,
  textBytesMax: null,
  textRequired: true,
  firstComment: true,
  firstCommentMax: null,
};

/** The limit for accounts that have paid for long posts. */
const longTextMax = 25_000;

/**
 * The quotas that X documents: 10,000 posts in 24 hours for an app, and 100 in 15 minutes for a user, which
 * pacing handles. The credits of a plan are a further limit, which the API does not return.
 */
const xQuotas: readonly PlatformQuota[] = [
  {
    rule: 'posts_per_day',
    max: 10_000,
    window: 'rolling-day',
    scope: 'installation',
    counts: () => true,
  },
];

/**
 * A blind connector: one create call without a key. Recent posts may show a lost one, but a missing post
 * proves nothing.
 */
export function createX(context: XContext): Connector<XSession> {
  const speak = createSpeaker();
  return {
    guaranteeOf: () => 'blind',
    limits: xLimits,
    validate: (draft) => [
      ...draftViolations(draft, limitsOf(draft), weightedLength, xOptionsSchema, xMediaRules),
      ...xTextViolations(draft),
      ...xPriceWarnings(draft),
      ...xOptionViolations(draft),
      ...xAccessWarnings(draft),
      ...videoAltTextViolations(draft, 'X'),
    ],
    uploadMedia: uploadToX,
    prepare: ({ clock }, publication, state) =>
      Promise.resolve(prepareTweet(clock.now(), publication, state)),
    checkReadiness: checkProcessing,
    commit: createTweet,
    findPublished: createTweetFinder(speak),
    quotas: xQuotas,
    pricing: { list: xPriceList, chargesFor: xCharges },
    parts: { options: ['longPost', 'madeWithAi', 'paidPartnership', 'forSuperFollowersOnly'] },
    refresh: (session) => refreshXTokens(context, session),
    connect: { redirect: xConnect(context), credentials: null },
    check: checkXAccount,
    revoke: (session) => revokeXGrant(context, session),
    comments: xComments(speak),
    searches: xSearches,
    metrics: xMetrics(speak),
    changes: xChanges(speak),
  };
}

function limitsOf({ options }: PublicationDraft): PlatformLimits {
  return options?.['longPost'] === true ? { ...xLimits, textMax: longTextMax } : xLimits;
}

/** Checks that the media are uploaded. X has no other object before the post. */
function prepareTweet(now: Date, publication: Publication, state: JsonObject | null): PrepareAnswer {
  if (publication.media.length === 0) return { kind: 'prepared', state: {} };
  const uploads = completeUploads(publication, state, now);
  return uploads === null ? notUploaded : { kind: 'prepared', state: { media: uploads } };
}

async function createTweet(
  session: XSession,
  publication: Publication,
  state: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const { text, media } = publication;
  const mediaIds = media.length === 0 ? [] : mediaIdsIn(state);
  const json = { ...(text === '' ? {} : { text }), ...toXFields(publication, mediaIds) };
  const call = { method: 'POST', path: '/2/tweets', json, sendBefore } as const;
  const answer = await callApi(session, call);
  const created = readSuccess(answer, createdSchema);
  if (created === null) {
    const failure = xCreateFailure(answer, session.clock, formOf(publication));
    return media.length > 0 && isLostMedia(failure) ? { ...notUploaded, message: failure.message } : failure;
  }
  const reference = toReference({ mediaIds, earlierIds: [] });
  return { kind: 'published', published: toPublished(session, created.data.id, reference) };
}

function formOf(publication: Publication): TweetForm {
  return {
    isComment: publication.replyTo !== null,
    isReply: parentIdOf(publication) !== null,
    isQuote: quotedIdOf(publication) !== null,
  };
}

/** Whether X has deleted media because they were not posted. Only the message shows that. */
function isLostMedia(failure: PlatformFailure): boolean {
  return failure.kind === 'rejected' && /media ids? (is|are) invalid/i.test(failure.message);
}
