import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { callApi } from '../kit/api-call.js';
import { readSuccess } from '../kit/call.js';
import type { Connector } from '../kit/connector.js';
import { draftViolations } from '../kit/draft-rules.js';
import { notUploaded } from '../kit/media-upload.js';
import type {
  CommitAnswer,
  PlatformLimits,
  PrepareAnswer,
  Publication,
  ReadinessAnswer,
} from '../kit/platform.js';
import { idSchema, pinFailure, toPublished, type PinterestContext, type PinterestSession } from './api.js';
import { pinterestChanges } from './changes.js';
import { readPinterestChoices } from './choices.js';
import { checkPinterestAccount, pinterestConnect, refreshPinterestTokens } from './connect.js';
import { completeUpload, isVideo } from './video-state.js';
import { findPin } from './find.js';
import { pinterestMediaRules } from './media-rules.js';
import { addressesIn, mediaSourceOf } from './media-source.js';
import { pinterestMetrics } from './metrics.js';
import { pinterestDraftViolations, pinterestOptionsSchema, toPinFields } from './options.js';
import { checkVideo, uploadToPinterest } from './upload.js';

export const pinterestLimits: PlatformLimits = {
  textUnit: 'utf16',
  textMax: 800,
  textBytesMax: null,
  textRequired: false,
  firstComment: false,
  firstCommentMax: null,
};

/** A long wait, because Pinterest fetches the images before it responds, or receives them in the call. */
const pinTimeoutMs = 90_000;

/**
 * A blind connector: one call without a key creates a pin. The board's pins may show a lost one, but a
 * missing pin proves nothing.
 */
export function createPinterest(context: PinterestContext): Connector<PinterestSession> {
  return {
    guaranteeOf: () => 'blind',
    limits: pinterestLimits,
    validate: (draft) => [
      ...draftViolations(
        draft,
        pinterestLimits,
        ({ length }) => length,
        pinterestOptionsSchema,
        pinterestMediaRules,
      ),
      ...pinterestDraftViolations(draft),
    ],
    uploadMedia: uploadToPinterest,
    prepare: (session, publication, state) => Promise.resolve(preparePin(session, publication, state)),
    checkReadiness: checkPin,
    commit: createPin,
    findPublished: (session, publication, _state, search) => findPin(session, publication, search),
    choices: {
      options: ['boardId', 'boardSectionId'],
      read: readPinterestChoices,
    },
    metrics: pinterestMetrics(),
    changes: pinterestChanges,
    refresh: (session) => refreshPinterestTokens(context, session),
    connect: { redirect: pinterestConnect(context), credentials: null },
    check: checkPinterestAccount,
    // Pinterest's call to revoke tokens accepts only tokens of system users.
    revoke: () => Promise.resolve({ kind: 'not-supported' }),
  };
}

/** Checks that the video is uploaded. Pinterest has no other object before the pin. */
function preparePin(
  { clock }: PinterestSession,
  publication: Publication,
  state: JsonObject | null,
): PrepareAnswer {
  if (!isVideo(publication)) return { kind: 'prepared', state: {} };
  const upload = completeUpload(publication, state, clock.now());
  return upload === null ? notUploaded : { kind: 'prepared', state: { media: [upload] } };
}

async function checkPin(
  session: PinterestSession,
  publication: Publication,
  state: JsonObject,
): Promise<ReadinessAnswer> {
  if (!isVideo(publication)) return { kind: 'ready' };
  const upload = completeUpload(publication, state, session.clock.now());
  return upload === null ? notUploaded : checkVideo(session, upload.mediaId);
}

const pinSchema = z.object({ id: idSchema });

async function createPin(
  session: PinterestSession,
  publication: Publication,
  state: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const upload = isVideo(publication) ? completeUpload(publication, state, session.clock.now()) : undefined;
  if (upload === null) return notUploaded;
  const media = await mediaSourceOf(publication, upload?.mediaId ?? null);
  const answer = await callApi(session, {
    method: 'POST',
    path: '/pins',
    json: { ...toPinFields(publication), media_source: media },
    timeoutMs: pinTimeoutMs,
    secrets: addressesIn(media),
    sendBefore,
  });
  const pin = readSuccess(answer, pinSchema);
  if (pin === null) return pinFailure(answer, session.clock);
  return { kind: 'published', published: toPublished(session, pin.id) };
}
