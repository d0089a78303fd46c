import type { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Connector } from '../kit/connector.js';
import { draftViolations, videoAltTextViolations } from '../kit/draft-rules.js';
import { notUploaded } from '../kit/media-upload.js';
import type {
  PlatformLimits,
  PlatformQuota,
  PrepareAnswer,
  Publication,
  PublicationDraft,
  RuleViolation,
} from '../kit/platform.js';
import type { LinkedInContext, LinkedInSession } from './api.js';
import { checkLinkedInAccount, revokeLinkedInGrant } from './check.js';
import { linkedInChanges } from './changes.js';
import { linkedInComments } from './comments.js';
import { createComment, createPost } from './commit.js';
import { linkedInConnect } from './connect.js';
import { findOfOrganization, findOfPerson } from './find.js';
import { linkedInMediaRules } from './media-rules.js';
import { linkedInSearches } from './mentioned.js';
import { linkedInMetrics } from './metrics.js';
import { completeUploads } from './media-state.js';
import { itemsOf, lacksThumbnail, linkedInOptionViolations } from './options.js';
import { checkProcessing } from './processing.js';
import { refreshLinkedInToken } from './refresh.js';
import { uploadToLinkedIn } from './upload.js';

export const linkedInLimits: PlatformLimits = {
  textUnit: 'utf16',
  textMax: 3_000,
  textBytesMax: null,
  textRequired: true,
  firstComment: true,
  firstCommentMax: 1_250,
};

/** The differences between persons and companies, besides the author. */
export interface LinkedInFlavour {
  options: z.ZodType;
  quotas?: readonly PlatformQuota[];
  /** Additional rules. */
  violations?: (draft: PublicationDraft) => RuleViolation[];
}

/** A blind connector: one create call without a key. */
export function createLinkedIn(
  context: LinkedInContext,
  flavour: LinkedInFlavour,
): Connector<LinkedInSession> {
  const { options, quotas, violations } = flavour;
  const find = context.author === 'person' ? findOfPerson : findOfOrganization;
  return {
    guaranteeOf: () => 'blind',
    limits: linkedInLimits,
    validate: (draft) => [
      ...draftViolations(draft, linkedInLimits, (text) => text.length, options, linkedInMediaRules),
      ...linkedInOptionViolations(draft),
      ...videoAltTextViolations(draft, 'LinkedIn'),
      ...(violations?.(draft) ?? []),
    ],
    uploadMedia: uploadToLinkedIn,
    prepare: (_session, publication, state) => Promise.resolve(preparePost(publication, state)),
    checkReadiness: checkProcessing,
    commit: (session, publication, state, sendBefore) =>
      publication.replyTo === null
        ? createPost(session, publication, state, sendBefore)
        : createComment(session, publication, publication.replyTo, sendBefore),
    findPublished: async (session, publication, state, search) => find(session, publication, state, search),
    refresh: (session) => refreshLinkedInToken(context, session),
    connect: { redirect: linkedInConnect(context), credentials: null },
    check: checkLinkedInAccount,
    revoke: (session) => revokeLinkedInGrant(context, session),
    changes: linkedInChanges,
    ...(quotas && { quotas }),
    // Apps cannot read a member's posts, and self-serve apps cannot look up companies.
    ...(context.author === 'organization' && {
      searches: linkedInSearches,
      comments: linkedInComments(),
      metrics: linkedInMetrics(),
    }),
  };
}

/** Checks the uploaded media. LinkedIn has no other object before the post. */
function preparePost(publication: Publication, state: JsonObject | null): PrepareAnswer {
  if (lacksThumbnail(publication)) {
    const message = 'The image of the link card is no longer in the media library.';
    return { kind: 'rejected', code: 'MEDIA_UNAVAILABLE', message };
  }
  const items = itemsOf(publication);
  if (items.length === 0) return { kind: 'prepared', state: {} };
  const uploads = completeUploads(items, state);
  return uploads === null ? notUploaded : { kind: 'prepared', state: { media: uploads } };
}
