import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MediaRules } from '../../../src/domain/media-rules.js';
import type { SafeFetch } from '../../../src/egress/safe-fetch.js';
import {
  callPlatform,
  isInconclusive,
  isSuccess,
  readAnswer,
  readCredentials,
  tokenExchangeMsMax,
  unreadable,
  type PlatformAnswer,
} from '../../../src/platforms/kit/call.js';
import type { Connector, ConnectorParts } from '../../../src/platforms/kit/connector.js';
import { draftViolations } from '../../../src/platforms/kit/draft-rules.js';
import { platformOptions } from '../../../src/platforms/kit/options.js';
import { mediaRejected } from '../../../src/platforms/kit/media-upload.js';
import type { PlatformFailure, Published } from '../../../src/platforms/kit/failure.js';
import type { PlatformLimits, RefreshAnswer } from '../../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../../src/platforms/kit/session.js';

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
const credentialsSchema = z.object({ access: z.string().min(1), refresh: z.string().min(1) });
const stateSchema = z.object({ key: z.string() });
const noteSchema = z.object({ key: z.string() });
const errorSchema = z.object({ error: z.string(), retryAfterMs: z.number().optional() });

/** Keyed: the caller names the note, so a repeated call cannot double it. */
export function createToy({ safeFetch }: ConnectorParts): Connector {
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
      const body = JSON.stringify({ key, text, replyTo: replyTo?.externalPostId ?? null });
      const more = { body, ...(sendBefore && { sendBefore }) };
      const answer = await call(safeFetch, session, 'POST', '/notes', more);
      if (!('answer' in answer)) return answer;
      const note = isSuccess(answer.answer) ? readAnswer(answer.answer, noteSchema) : null;
      return note === null
        ? failureOf(answer.answer)
        : { kind: 'published', published: toPublished(session, note.key) };
    },
    findPublished: async (session, _publication, state) => {
      const { key } = stateSchema.parse(state);
      const result = await call(safeFetch, session, 'GET', `/notes/${key}`);
      if (!('answer' in result)) return result;
      const note = isSuccess(result.answer) ? readAnswer(result.answer, noteSchema) : null;
      if (note !== null) return { kind: 'found', published: toPublished(session, note.key) };
      const isAbsent = readAnswer(result.answer, errorSchema)?.error === 'no such note';
      return isAbsent ? { kind: 'absent' } : failureOf(result.answer);
    },
    refresh: (session) => refresh(safeFetch, session),
  };
}

async function refresh(safeFetch: SafeFetch, session: PlatformSession): Promise<RefreshAnswer> {
  const read = readCredentials(credentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const body = JSON.stringify({ refresh: read.credentials.refresh });
  const result = await call(safeFetch, session, 'POST', '/token', {
    body,
    timeoutMs: tokenExchangeMsMax,
  });
  if (!('answer' in result)) return result;
  const { answer } = result;
  const credentials = isSuccess(answer) ? readAnswer(answer, credentialsSchema) : null;
  if (credentials !== null) return { kind: 'refreshed', credentials };
  const error = readAnswer(answer, errorSchema)?.error;
  if (error === 'revoked') return { kind: 'auth-revoked', message: answer.say(error) };
  const failure = failureOf(answer);
  return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
}

async function call(
  safeFetch: SafeFetch,
  session: PlatformSession,
  method: 'GET' | 'POST',
  path: string,
  more: object = {},
): Promise<{ answer: PlatformAnswer } | PlatformFailure> {
  const read = readCredentials(credentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const headers = { authorization: `Bearer ${read.credentials.access}`, 'content-type': 'application/json' };
  const url = `${session.baseUrl}${path}`;
  const result = await callPlatform(safeFetch, { url, method, headers, ...more }, read.secrets);
  return 'failure' in result ? result.failure : result;
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

function toPublished({ sandboxUrl }: PlatformSession, key: string): Published {
  const externalUrl = `${sandboxUrl ?? 'https://toy.example'}/shown/${key}`;
  return { externalPostId: key, externalUrl, reference: null };
}
