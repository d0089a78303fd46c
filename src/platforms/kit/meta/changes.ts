import { z } from 'zod';
import type { Clock } from '../../../clock.js';
import type { SendBefore } from '../../../egress/safe-fetch.js';
import { successOf, type PlatformAnswer } from '../call.js';
import {
  shownTextOf,
  type EditAnswer,
  type EditedText,
  type LookAnswer,
  type PublicPost,
  type RemoveAnswer,
} from '../changes.js';
import type { PlatformFailure } from '../failure.js';
import { normalizeText } from '../text.js';
import { changeComment } from './change-comment.js';
import { graphFailure, isMissingObject, type GraphCall } from './graph-api.js';

/** The way in which calls about one object are made, and their failures are interpreted. */
export interface ObjectCalls {
  send: (call: Pick<GraphCall, 'method' | 'params' | 'sendBefore'>) => Promise<PlatformAnswer>;
  clock: Clock;
  failureOf?: (answer: PlatformAnswer, clock: Clock) => PlatformFailure;
}

/** Removes an object of the Graph API. */
export async function removeObject(
  { send, clock, failureOf }: ObjectCalls,
  sendBefore: SendBefore | undefined,
): Promise<RemoveAnswer> {
  const answer = await changeComment(send, { method: 'DELETE', params: {}, sendBefore }, clock, failureOf);
  return answer.kind === 'changed' ? { kind: 'removed' } : answer;
}

const changedSchema = z.object({ success: z.literal(true) });

/** Sets the text of an object of the Graph API, which is the field of that name. */
export async function editObject(
  { send, clock, failureOf = graphFailure }: ObjectCalls,
  { externalPostId, externalUrl, reference }: PublicPost,
  params: Readonly<Record<string, string>>,
  sendBefore: SendBefore | undefined,
): Promise<EditAnswer> {
  const answer = await send({ method: 'POST', params, sendBefore });
  if (isMissingObject(answer)) return { kind: 'gone' };
  successOf(answer, changedSchema, (refusal) => failureOf(refusal, clock));
  return { kind: 'edited', published: { externalPostId, externalUrl, reference } };
}

/** Looks up an object of the Graph API. An empty text is not returned. */
export async function lookAtObject(
  { send, clock, failureOf = graphFailure }: ObjectCalls,
  post: PublicPost,
  field: 'text' | 'caption' | 'message' | 'description',
  edited: EditedText | undefined,
): Promise<LookAnswer> {
  const answer = await send({ method: 'GET', params: { fields: `id,${field}` } });
  if (isMissingObject(answer)) return { kind: 'gone' };
  const schema = z.object({ id: z.string(), [field]: z.string().default('') });
  const { [field]: shown = '' } = successOf(answer, schema, (refusal) => failureOf(refusal, clock));
  const { externalPostId, externalUrl, reference } = post;
  return {
    kind: 'there',
    published: { externalPostId, externalUrl, reference },
    shows: shownTextOf(post, edited, ({ text }) =>
      normalizeText(text) === normalizeText(String(shown)) ? 'ours' : 'other',
    ),
  };
}
