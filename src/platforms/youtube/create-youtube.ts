import type { JsonObject } from '../../domain/json.js';
import type { Connector } from '../kit/connector.js';
import { draftViolations } from '../kit/draft-rules.js';
import { notUploaded } from '../kit/media-upload.js';
import type { PlatformLimits, PrepareAnswer, Publication } from '../kit/platform.js';
import { utf8Bytes } from '../kit/text.js';
import type { YouTubeContext, YouTubeSession } from './api.js';
import { youTubeChanges } from './changes.js';
import { readChoices } from './choices.js';
import { commitComment, findComment } from './comment.js';
import { youTubeComments } from './comments.js';
import { checkYouTubeAccount, revokeYouTubeGrant, youTubeConnect } from './connect.js';
import { addYouTubeExtras } from './extras.js';
import { quotaTimeZone } from './failures.js';
import { youTubeMediaRules } from './media-rules.js';
import { youTubeMetrics } from './metrics.js';
import { youTubeOptionsSchema, youTubeViolations } from './options.js';
import { refreshYouTubeTokens } from './refresh.js';
import { completeUpload, uploadToYouTube } from './upload.js';
import { commitVideo, findVideo } from './video.js';

/**
 * The limits of a video, whose text is the description. The maximum length of a comment is not documented, so
 * the same limit applies.
 */
export const youTubeLimits: PlatformLimits = {
  textUnit: 'bytes',
  textMax: 5_000,
  textBytesMax: null,
  textRequired: false,
  firstComment: true,
  firstCommentMax: null,
};

/**
 * A video is queryable: the last bytes of its upload session publish it, and the session then shows whether
 * they arrived. A comment is blind: one call without a key.
 */
export function createYouTube(context: YouTubeContext): Connector<YouTubeSession> {
  return {
    guaranteeOf: ({ replyTo }) => (replyTo === null ? 'queryable' : 'blind'),
    limits: youTubeLimits,
    quotas: [
      {
        rule: 'videos_per_day',
        max: context.videosPerDayMax,
        window: { midnightIn: quotaTimeZone },
        scope: 'installation',
        counts: ({ replyTo }) => replyTo === null,
      },
    ],
    choices: {
      options: ['playlistId', 'categoryId'],
      read: (session) => readChoices(context, session),
    },
    validate: (draft) => [
      ...draftViolations(draft, youTubeLimits, utf8Bytes, youTubeOptionsSchema, youTubeMediaRules),
      ...youTubeViolations(draft),
    ],
    uploadMedia: uploadToYouTube,
    prepare: (_session, publication, state) => Promise.resolve(prepare(publication, state)),
    checkReadiness: () => Promise.resolve({ kind: 'ready' }),
    commit: (session, publication, state, sendBefore) =>
      publication.replyTo === null
        ? commitVideo(session, publication, state, sendBefore)
        : commitComment(session, publication.replyTo, publication.text, sendBefore),
    findPublished: (session, publication, state, search) =>
      publication.replyTo === null
        ? findVideo(session, publication, state, search)
        : findComment(session, publication, publication.replyTo, search),
    addExtras: addYouTubeExtras,
    refresh: (session) => refreshYouTubeTokens(context, session),
    connect: { redirect: youTubeConnect(context), credentials: null },
    check: checkYouTubeAccount,
    revoke: (session) => revokeYouTubeGrant(context, session),
    comments: youTubeComments(),
    metrics: youTubeMetrics(),
    changes: youTubeChanges,
  };
}

/** Checks that the upload is complete. Its session already has the title, description and options. */
function prepare(publication: Publication, state: JsonObject | null): PrepareAnswer {
  if (publication.replyTo !== null) return { kind: 'prepared', state: {} };
  const isComplete = state !== null && completeUpload(publication, state) !== null;
  return isComplete ? { kind: 'prepared', state } : notUploaded;
}
