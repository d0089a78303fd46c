import { isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type { Connector, ConnectorParts, PlatformSettings } from '../kit/definition.js';
import { draftViolations } from '../kit/draft-rules.js';
import type { PlatformLimits, PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { countGraphemes } from '../kit/text.js';
import { createPost } from './commit.js';
import { blueskyConnect } from './connect.js';
import { blueskyCredentialsSchema, createBlueskyContext, type BlueskyContext } from './context.js';
import { findByKey } from './find.js';
import { blueskyMediaRules } from './media-rules.js';
import { blueskyOptionsSchema, cardViolations } from './options.js';
import { prepareRecord } from './prepare.js';
import { settleMedia, uploadToBluesky } from './upload.js';
import { xrpc, xrpcErrorName, xrpcFailure } from './xrpc.js';

export const blueskyLimits: PlatformLimits = {
  textUnit: 'graphemes',
  textMax: 300,
  textBytesMax: 3000,
  textRequired: true,
  firstComment: true,
  firstCommentMax: null,
};

export interface BlueskySettings extends PlatformSettings {
  serviceUrls: { video: string };
  appPassword: string | undefined;
}

/**
 * Keyed: the publication determines its record's key, so a repeated create cannot double, not even after the database
 * was restored; and reading that key back tells for certain whether it is there.
 */
export function createBluesky(parts: ConnectorParts, settings: BlueskySettings): Connector {
  const context = createBlueskyContext({ ...parts, videoUrl: settings.serviceUrls.video });
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
      const media = await settleMedia(context, session, publication, earlier);
      if (media.kind !== 'settled') return media;
      const result = await prepareRecord(context, session, publication, earlier);
      if ('failure' in result) return result.failure;
      return { kind: 'prepared', state: { ...result.value, ...media.uploads } };
    },
    checkReadiness: () => Promise.resolve({ kind: 'ready' }),
    commit: (session, publication, state, sendBefore) =>
      createPost(context, session, publication, state, sendBefore),
    findPublished: (session, publication, state) => findByKey(context, session, publication, state),
    refresh: (session) => refreshSession(context, session),
    connect: { redirect: null, credentials: blueskyConnect(parts.safeFetch, settings) },
  };
}

const deadGrantErrors = new Set([
  'ExpiredToken',
  'InvalidToken',
  'AccountTakedown',
  'AuthenticationRequired',
]);

/** The refresh token goes in place of the access token, and a new one comes back. */
async function refreshSession(context: BlueskyContext, session: PlatformSession): Promise<RefreshAnswer> {
  const read = readCredentials(blueskyCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const result = await xrpc(context.safeFetch, {
    ...context.at(session),
    nsid: 'com.atproto.server.refreshSession',
    method: 'POST',
    bearer: read.credentials.refreshJwt,
  });
  if ('failure' in result) return result.failure;
  const refreshed = isSuccess(result.answer) ? readAnswer(result.answer, blueskyCredentialsSchema) : null;
  if (refreshed !== null) return { kind: 'refreshed', credentials: refreshed };
  const failure = xrpcFailure(result.answer, context.clock);
  const isDead = deadGrantErrors.has(xrpcErrorName(result.answer) ?? '');
  if (isDead) return { kind: 'auth-revoked', message: failure.message };
  // A 401 that does not name the grant may come from anything on the way; only the platform's own word ends it.
  return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
}
