import type { JsonObject } from '../../domain/json.js';
import type { Connector } from '../kit/connector.js';
import { draftViolations } from '../kit/draft-rules.js';
import { notUploaded } from '../kit/media-upload.js';
import type {
  PlatformLimits,
  PlatformQuota,
  PrepareAnswer,
  Publication,
  PublicationDraft,
  ReadinessAnswer,
} from '../kit/platform.js';
import { tikTokGrants, type TikTokSession } from '../kit/tiktok/login.js';
import type { PersonalSession, TikTokContext } from './api.js';
import { planChunks } from './chunks.js';
import { commitToTikTok } from './commit.js';
import { tikTokLogin } from './connect.js';
import { choiceOptions, readChoices } from './creator-info.js';
import { findOnTikTok } from './find.js';
import { tikTokPersonalMediaRules } from './media-rules.js';
import { tikTokMetrics } from './metrics.js';
import { isDraftMode, isVideo, tikTokOptionsSchema, tikTokOptionViolations } from './options.js';
import { readPermalink } from './published.js';
import { videoOf, hasMediaOf, isLiving, readState } from './state.js';
import { readKnownStatus, taken } from './status.js';
import { isAccepted, isOf, uploadToTikTok } from './upload.js';

/** The limits for images; the caption of a video has a lower limit. */
export const tikTokLimits: PlatformLimits = {
  textUnit: 'utf16',
  textMax: 4_000,
  textBytesMax: null,
  textRequired: false,
  firstComment: false,
  firstCommentMax: null,
};
const videoCaptionMax = 2_200;

/**
 * The documented quotas: TikTok's guidelines allow about 15 posts a day from all apps together, and its error
 * codes five pending drafts.
 */
const quotas: readonly PlatformQuota[] = [
  {
    rule: 'posts_per_day',
    max: 15,
    window: 'rolling-day',
    scope: 'account',
    counts: ({ options }) => !isDraftMode(options),
  },
  {
    rule: 'drafts_per_day',
    max: 5,
    window: 'rolling-day',
    scope: 'account',
    counts: ({ options }) => isDraftMode(options),
  },
];

/**
 * A video is queryable: it has an id before its bytes are uploaded, and its last chunk publishes it. Images are blind:
 * one call posts them, and only its response has their id.
 */
export function createTikTokPersonal(context: TikTokContext): Connector<PersonalSession> {
  return {
    guaranteeOf: (form) => (isVideo(form) ? 'queryable' : 'blind'),
    limits: tikTokLimits,
    validate: (draft) => [
      ...draftViolations(
        draft,
        limitsOf(draft),
        (text) => text.length,
        tikTokOptionsSchema,
        tikTokPersonalMediaRules,
      ),
      ...tikTokOptionViolations(draft),
    ],
    uploadMedia: uploadToTikTok,
    prepare: (session, publication, state) => Promise.resolve(prepare(session, publication, state)),
    checkReadiness,
    commit: commitToTikTok,
    findPublished: findOnTikTok,
    readPermalink,
    choices: { options: choiceOptions, read: readChoices },
    metrics: tikTokMetrics(),
    quotas,
    ...tikTokGrants(context, tikTokLogin(context)),
  };
}

function limitsOf({ media }: PublicationDraft): PlatformLimits {
  const hasVideo = media.some(({ facts }) => facts.kind === 'VIDEO');
  return hasVideo ? { ...tikTokLimits, textMax: videoCaptionMax } : tikTokLimits;
}

/** Drops the response to an earlier call from the state, because it would look like the response to the next one. */
function prepare(
  { clock }: TikTokSession,
  publication: Publication,
  stored: JsonObject | null,
): PrepareAnswer {
  const state = readState(stored);
  const { media = [], commentsOff } = state;
  const video = videoOf(state);
  if (video === undefined) {
    const kept = { ...(commentsOff !== undefined && { commentsOff }), media };
    return isAccepted(state, publication) ? { kind: 'prepared', state: kept } : notUploaded;
  }
  const isWhole = video.sentBytes === planChunks(video.sizeBytes).lastStart;
  const isOurs = hasMediaOf(state, publication) && isOf(video, publication);
  return isWhole && isOurs && isLiving(video, clock.now())
    ? { kind: 'prepared', state: { media } }
    : notUploaded;
}

/** Checks the upload, which may have failed since, or been used by a call whose response was lost. */
async function checkReadiness(
  session: TikTokSession,
  { media }: Publication,
  stored: JsonObject,
): Promise<ReadinessAnswer> {
  const video = videoOf(readState(stored));
  if (video === undefined)
    return media.some(({ kind }) => kind === 'VIDEO') ? notUploaded : { kind: 'ready' };
  const read = await readKnownStatus(session, video.publishId);
  if (read === null || read.status === 'FAILED') return notUploaded;
  const { status, uploaded_bytes: uploadedBytes = 0 } = read;
  const isOver = status === 'PUBLISH_COMPLETE' || status === 'SEND_TO_USER_INBOX';
  const isUsed = isOver || uploadedBytes >= video.sizeBytes;
  return isUsed ? { kind: 'used-up', message: taken.message } : { kind: 'ready' };
}
