import type { ChangeRules } from '../../domain/changes.js';
import { min } from '../kit/media-rule-parts.js';

const docs = 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares';

/** LinkedIn lets apps change the posts of members, but not read them. */
export const linkedInPersonChangeRules: ChangeRules = {
  removePosts: {},
  removeComments: {},
  commentsGoWithPost: true,
  editPosts: { fields: ['text'], windowMs: null, countMax: null, needs: null, changesId: false },
  look: null,
  sources: [
    { url: `${docs}/posts-api?view=li-lms-2026-09`, readOn: '2026-11-30' },
    { url: `${docs}/comments-api?view=li-lms-2026-09`, readOn: '2026-11-30' },
  ],
};

export const linkedInCompanyChangeRules: ChangeRules = {
  ...linkedInPersonChangeRules,
  removeComments: { scope: 'w_organization_social_feed' },
  // LinkedIn does not say how long its reads lag.
  look: { lagMs: min, absenceProves: true },
};
