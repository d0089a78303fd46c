import type { JsonObject } from '../../domain/json.js';
import type { Connector } from '../kit/connector.js';
import { draftViolations } from '../kit/draft-rules.js';
import { revokedByOwnerAlone } from '../kit/meta/login.js';
import { optionAt } from '../kit/options.js';
import type {
  FindAnswer,
  PlatformLimits,
  PlatformQuota,
  Publication,
  PublicationDraft,
  PublishedSearch,
} from '../kit/platform.js';
import { openPage, type FacebookContext, type FacebookSession } from './api.js';
import { publishToFacebook } from './commit.js';
import { facebookChanges } from './changes.js';
import { facebookComments } from './comments.js';
import { checkFacebookPage, facebookConnect } from './connect.js';
import { findComment } from './find-comment.js';
import { findPost } from './find-post.js';
import { findLostVideo, findVideo, lostStory } from './find-video.js';
import { facebookPageMediaRules } from './media-rules.js';
import { facebookMetrics } from './metrics.js';
import { photosOf, videoOf } from './media-state.js';
import { facebookOptionsSchema, isVideo, shapeOf } from './options.js';
import { readFacebookPermalink, idInPermalink } from './permalink.js';
import { checkFacebook, prepareFacebook } from './prepare.js';
import { checkPageToken } from './refresh.js';
import { kindViolations } from './rules.js';
import { findPhotoStory } from './stories.js';
import { uploadToFacebook } from './upload.js';

/** Meta documents no number. This number comes from users. */
const messageCharsMax = 63_206;

export const facebookPageLimits: PlatformLimits = {
  textUnit: 'utf16',
  textMax: messageCharsMax,
  textBytesMax: null,
  textRequired: true,
  firstComment: true,
  firstCommentMax: null,
};

const reelsPerDay: PlatformQuota = {
  rule: 'reels_per_day',
  max: 30,
  window: 'rolling-day',
  scope: 'account',
  counts: (form) => shapeOf(form) === 'reel',
};

/**
 * Videos, reels and stories are queryable: each has an id before it is public, and Facebook reports its status.
 * Posts in the feed and comments are blind: one call without a key.
 */
export function createFacebookPage(context: FacebookContext): Connector<FacebookSession> {
  return {
    guaranteeOf: (form) => {
      const shape = shapeOf(form);
      return shape === 'feed' || shape === 'comment' ? 'blind' : 'queryable';
    },
    limits: facebookPageLimits,
    quotas: [reelsPerDay],
    validate: (draft) => [
      ...draftViolations(
        draft,
        limitsOf(draft),
        (text) => text.length,
        facebookOptionsSchema,
        facebookPageMediaRules,
      ),
      ...kindViolations(draft),
    ],
    uploadMedia: uploadToFacebook,
    prepare: (_session, publication, state) =>
      Promise.resolve(prepareFacebook(context.clock.now(), publication, state)),
    checkReadiness: checkFacebook,
    commit: publishToFacebook,
    idInUrl: (url, owner) => idInPermalink(context.siteUrl, url, owner),
    readPermalink: readFacebookPermalink,
    findPublished: find,
    refresh: checkPageToken,
    connect: { redirect: facebookConnect(context), credentials: null },
    check: (session) => checkFacebookPage(context, session),
    // The only call would revoke the person's whole grant, with that person's token, and disconnect all their Pages.
    revoke: revokedByOwnerAlone,
    comments: facebookComments(context),
    metrics: facebookMetrics(),
    changes: facebookChanges,
  };
}

/**
 * The limits of a draft. A link needs no text. Reels and stories need none either: for these, missing media
 * are reported.
 */
function limitsOf({ options }: PublicationDraft): PlatformLimits {
  const kind = optionAt(options, 'kind') ?? 'POST';
  const needsText = kind === 'POST' && optionAt(options, 'link') === undefined;
  return needsText ? facebookPageLimits : { ...facebookPageLimits, textRequired: false };
}

async function find(
  session: FacebookSession,
  publication: Publication,
  state: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const page = openPage(session);
  if (publication.replyTo !== null) return findComment(page, publication, publication.replyTo, search);
  const shape = shapeOf(publication);
  if (isVideo(shape)) {
    const upload = videoOf(state);
    return upload === null ? findLostVideo(page, publication, shape, search) : findVideo(page, upload);
  }
  if (shape === 'feed') return findPost(page, publication, state, search);
  const [photo] = photosOf(state);
  return photo === undefined ? lostStory : findPhotoStory(page, photo, search);
}
