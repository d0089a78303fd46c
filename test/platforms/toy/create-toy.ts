import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MediaRules } from '../../../src/domain/media-rules.js';
import { callApi, type ApiCall } from '../../../src/platforms/kit/api-call.js';
import {
  isInconclusive,
  isSuccess,
  readAnswer,
  readSuccess,
  successOf,
  tokenExchangeMsMax,
  unreadable,
  type PlatformAnswer,
} from '../../../src/platforms/kit/call.js';
import type { Connector } from '../../../src/platforms/kit/connector.js';
import { draftViolations } from '../../../src/platforms/kit/draft-rules.js';
import { platformOptions } from '../../../src/platforms/kit/options.js';
import { mediaRejected } from '../../../src/platforms/kit/media-upload.js';
import type { PlatformFailure, Published } from '../../../src/platforms/kit/failure.js';
import type { PlatformLimits, RefreshAnswer } from '../../../src/platforms/kit/platform.js';
import type { OpenSession } from '../../../src/platforms/kit/session.js';

export const toyMediaRules: MediaRules = {
  required: false,
  takesAltText: false,
  altTextCharsMax: null,
  slots: [],
  sources: ['nobody'],
  notes: [],
};

const limits: PlatformLimits = {
  textUnit: 'characters',
  textMax: 280,
  textBytesMax: null,
  textRequired: true,
  firstComment: true,
  firstCommentMax: null,
};
export const toyOptionsSchema = platformOptions('TOY', {});
const grantSchema = z.object({ access: z.string().min(1), refresh: z.string().min(1) });
export const toyCredentialsSchema = grantSchema.transform(({ access: accessToken, refresh }) => ({
  accessToken,
  refresh,
}));
type ToySession = OpenSession<z.infer<typeof toyCredentialsSchema>>;
const stateSchema = z.object({ key: z.string() });
const noteSchema = z.object({ key: z.string() });
const errorSchema = z.object({ error: z.string(), retryAfterMs: z.number().optional() });

/** Keyed: the caller names the note, so a repeated call cannot double it. */
export function createToy(): Connector<ToySession> {
  return {
    guaranteeOf: () => 'keyed',
    limits,
    validate: (draft) =>
      draftViolations(draft, limits, (text) => [...text].length, toyOptionsSchema, toyMediaRules),
    uploadMedia: () => Promise.resolve(mediaRejected('Notes have no media.')),
    prepare: (_session, { key }) =>
      Promise.resolve({
        kind: 'prepared',
        state: { key: createHash('sha256').update(key.id).digest('hex').slice(0, 16) },
      }),
    checkReadiness: () => Promise.resolve({ kind: 'ready' }),
    commit: async (session, { text, replyTo }, state, sendBefore) => {
      const { key } = stateSchema.parse(state);
      const json = { key, text, replyTo: replyTo?.externalPostId ?? null };
      const answer = await callApi(session, { method: 'POST', path: '/notes', json, sendBefore });
      const note = successOf(answer, noteSchema, failureOf);
      return { kind: 'published', published: toPublished(session, note.key) };
    },
    findPublished: async (session, _publication, state) => {
      const { key } = stateSchema.parse(state);
      const answer = await callApi(session, { method: 'GET', path: `/notes/${key}` });
      const note = readSuccess(answer, noteSchema);
      if (note !== null) return { kind: 'found', published: toPublished(session, note.key) };
      const isAbsent = readAnswer(answer, errorSchema)?.error === 'no such note';
      return isAbsent ? { kind: 'absent' } : failureOf(answer);
    },
    refresh,
  };
}

async function refresh(session: ToySession): Promise<RefreshAnswer> {
  const call: ApiCall = {
    method: 'POST',
    path: '/token',
    json: { refresh: session.credentials.refresh },
    timeoutMs: tokenExchangeMsMax,
  };
  const answer = await callApi(session, call);
  const credentials = readSuccess(answer, grantSchema);
  if (credentials !== null) return { kind: 'refreshed', credentials };
  const error = readAnswer(answer, errorSchema)?.error;
  if (error === 'revoked') return { kind: 'auth-revoked', message: answer.say(error) };
  const failure = failureOf(answer);
  return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
}

function failureOf(answer: PlatformAnswer): PlatformFailure {
  const error = readAnswer(answer, errorSchema);
  const message = answer.say(error?.error);
  if (isSuccess(answer)) return unreadable(answer);
  if (answer.status === 401) return { kind: 'auth-expired', message };
  if (answer.status === 429) {
    return { kind: 'rate-limited', retryAfterMs: error?.retryAfterMs ?? null, message };
  }
  if (isInconclusive(answer) || answer.status === 409) return { kind: 'ambiguous', message };
  const code = error?.error === 'replies are closed' ? 'COMMENTS_DISABLED' : 'PLATFORM_REJECTED';
  return { kind: 'rejected', code, message };
}

function toPublished({ sandboxUrl }: ToySession, key: string): Published {
  const externalUrl = `${sandboxUrl ?? 'https://toy.example'}/shown/${key}`;
  return { externalPostId: key, externalUrl, reference: null };
}
