import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { isSuccess, readAnswer, readCredentials, type PlatformAnswer } from '../call.js';
import { draftViolations, optionsSchemaOf } from '../draft-rules.js';
import { mediaRulesOf } from '../media-rules.js';
import type {
  CommitAnswer,
  FindAnswer,
  Platform,
  PlatformFailure,
  PlatformLimits,
  PlatformSession,
  Publication,
  Published,
  RefreshAnswer,
} from '../platform.js';
import { countGraphemes } from '../text.js';
import { blueskyCredentialsSchema, createBlueskyContext, type BlueskyContext } from './context.js';
import { prepareRecord } from './prepare.js';
import { blueskyOptionsSchema, blueskyStateSchema, toRecord, type BlueskyState } from './record.js';
import { settleMedia, uploadToBluesky } from './upload.js';
import { postCollection, xrpc, xrpcErrorName, xrpcFailure } from './xrpc.js';

export const blueskyLimits: PlatformLimits = {
  textUnit: 'graphemes',
  textMax: 300,
  textBytesMax: 3000,
  textRequired: true,
  firstComment: true,
};

const siteUrl = 'https://bsky.app';

/**
 * Keyed: we choose the record's key before the first try, so a repeated create cannot double, and reading that
 * key back tells for certain whether it is there.
 */
export function createBluesky(deps: Omit<BlueskyContext, 'at'>): Platform {
  const context = createBlueskyContext(deps);
  return {
    name: 'BLUESKY',
    guarantee: 'keyed',
    limits: blueskyLimits,
    optionsSchema: optionsSchemaOf(blueskyOptionsSchema),
    validate: (draft) =>
      draftViolations(draft, blueskyLimits, countGraphemes, blueskyOptionsSchema, mediaRulesOf('BLUESKY')),
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
      createRecord(context, session, publication, state, sendBefore),
    findPublished: (session, _publication, state) => getRecord(context, session, state),
    refresh: (session) => refreshSession(context, session),
  };
}

const createdSchema = z.object({ uri: z.string().startsWith('at://'), cid: z.string().min(1) });
const noState: PlatformFailure = { kind: 'prepare-again', message: 'The prepared state has no record key.' };

async function createRecord(
  context: BlueskyContext,
  session: PlatformSession,
  publication: Publication,
  stored: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const state = blueskyStateSchema.safeParse(stored).data;
  if (state === undefined) return noState;
  const read = readCredentials(blueskyCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const result = await xrpc(context.safeFetch, {
    ...context.at(session),
    nsid: 'com.atproto.repo.createRecord',
    method: 'POST',
    bearer: read.credentials.accessJwt,
    ...(sendBefore && { sendBefore }),
    body: {
      repo: session.externalAccountId,
      collection: postCollection,
      rkey: state.rkey,
      record: toRecord(state, publication),
    },
  });
  if ('failure' in result) return result.failure;
  const created = isSuccess(result.answer) ? readAnswer(result.answer, createdSchema) : null;
  if (created === null) return commitFailure(context, publication, result.answer);
  return { kind: 'published', published: toPublished(session, state, created) };
}

/** A server drops what no record refers to; what it has dropped can be uploaded again. */
function commitFailure(
  context: BlueskyContext,
  { media }: Publication,
  answer: PlatformAnswer,
): PlatformFailure {
  const failure = xrpcFailure(answer, context.clock);
  const isLostBlob = answer.status === 400 && /blob/i.test(xrpcErrorName(answer) ?? '');
  return media.length > 0 && (isLostBlob || /could not find blob/i.test(failure.message))
    ? { kind: 'upload-again', message: failure.message }
    : failure;
}

async function getRecord(
  context: BlueskyContext,
  session: PlatformSession,
  stored: JsonObject | null,
): Promise<FindAnswer> {
  const state = blueskyStateSchema.safeParse(stored).data;
  if (state === undefined) {
    return { kind: 'ambiguous', message: 'The key of this publication is not known any more.' };
  }
  const result = await xrpc(context.safeFetch, {
    ...context.at(session),
    nsid: 'com.atproto.repo.getRecord',
    method: 'GET',
    query: { repo: session.externalAccountId, collection: postCollection, rkey: state.rkey },
  });
  if ('failure' in result) return result.failure;
  const found = isSuccess(result.answer) ? readAnswer(result.answer, createdSchema) : null;
  if (found !== null) return { kind: 'found', published: toPublished(session, state, found) };
  if (xrpcErrorName(result.answer) === 'RecordNotFound') return { kind: 'absent' };
  return xrpcFailure(result.answer, context.clock);
}

function toPublished(
  session: PlatformSession,
  state: BlueskyState,
  record: { uri: string; cid: string },
): Published {
  const ref = { uri: record.uri, cid: record.cid };
  return {
    externalPostId: record.uri,
    externalUrl: `${session.webUrl ?? siteUrl}/profile/${session.externalAccountId}/post/${state.rkey}`,
    reference: { ...ref, root: state.reply?.root ?? ref },
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
