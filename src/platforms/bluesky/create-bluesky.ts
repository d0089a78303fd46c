import type { Connector } from '../kit/connector.js';
import type { ConnectorParts } from '../kit/parts.js';
import type { PlatformSettings } from '../kit/definition.js';
import { draftViolations } from '../kit/draft-rules.js';
import type { PlatformLimits } from '../kit/platform.js';
import { countGraphemes } from '../kit/text.js';
import { blueskyChanges } from './changes.js';
import { blueskyComments } from './comments.js';
import { createPost, uriInAddress } from './commit.js';
import { blueskyConnect } from './connect.js';
import { createBlueskyContext, type BlueskySession } from './context.js';
import type { PrivateJwk } from './dpop.js';
import { findByKey } from './find.js';
import { blueskyMediaRules } from './media-rules.js';
import { blueskyMetrics } from './metrics.js';
import { blueskyRedirect } from './oauth/connect.js';
import { blueskyOptionsSchema, cardViolations } from './options.js';
import { blueskySearches } from './people.js';
import { prepareRecord } from './prepare.js';
import { handleFault } from './identity.js';
import { checkBluesky, refreshBluesky, revokeBluesky } from './session.js';
import { settleMedia, uploadToBluesky } from './upload.js';

export const blueskyLimits: PlatformLimits = {
  textUnit: 'graphemes',
  textMax: 300,
  textBytesMax: 3000,
  textRequired: true,
  firstComment: true,
  firstCommentMax: null,
};

export interface BlueskySettings extends PlatformSettings {
  serviceUrls: { video: string; plc: string };
  appPassword: string | undefined;
  publicUrl: string | null;
  clientKey: PrivateJwk | null;
}

/**
 * A keyed connector: the publication determines the key of its record, so a repeated create cannot publish twice, not
 * even after the database was restored. Reading the key back shows reliably whether the record exists.
 */
export function createBluesky(parts: ConnectorParts, settings: BlueskySettings): Connector<BlueskySession> {
  const context = createBlueskyContext({
    ...parts,
    plcUrl: settings.serviceUrls.plc,
    publicUrl: settings.publicUrl,
    clientKey: settings.clientKey,
  });
  return {
    guaranteeOf: () => 'keyed',
    limits: blueskyLimits,
    validate: (draft) => [
      ...draftViolations(draft, blueskyLimits, countGraphemes, blueskyOptionsSchema, blueskyMediaRules),
      ...cardViolations(draft),
    ],
    uploadMedia: (session, publication, state, run) =>
      uploadToBluesky(context, session, publication, state, run),
    prepare: async (session, publication, earlier) => {
      const media = await settleMedia(session, publication, earlier);
      if (media.kind !== 'settled') return media;
      const record = await prepareRecord(session, publication, earlier);
      return { kind: 'prepared', state: { ...record, ...media.uploads } };
    },
    checkReadiness: () => Promise.resolve({ kind: 'ready' }),
    commit: (session, publication, state, sendBefore) =>
      createPost(context, session, publication, state, sendBefore),
    findPublished: (session, publication, state) => findByKey(session, publication, state),
    idInUrl: uriInAddress,
    // Sessions of earlier versions, which stored no end, end after 90 days.
    grantsDieUnused: true,
    refresh: (session) => refreshBluesky(context, session),
    connect: {
      redirect: blueskyRedirect(context),
      credentials: blueskyConnect(context, settings),
      handleFault,
    },
    check: (session) => checkBluesky(context, session),
    revoke: (session) => revokeBluesky(context, session),
    parts: { options: ['langs', 'labels'] },
    searches: blueskySearches(context),
    comments: blueskyComments(context),
    metrics: blueskyMetrics(context),
    changes: blueskyChanges(context),
  };
}
