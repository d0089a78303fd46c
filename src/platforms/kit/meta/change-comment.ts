import { z } from 'zod';
import type { Clock } from '../../../clock.js';
import { readSuccess, type PlatformAnswer } from '../call.js';
import type { CommentChangeAnswer } from '../comments.js';
import type { PlatformFailure } from '../failure.js';
import { graphFailure, isMissingObject, type GraphCall } from './graph-api.js';

const changedSchema = z.object({ success: z.literal(true) });
const foundSchema = z.object({ id: z.string() });

type CommentCall = Pick<GraphCall, 'method' | 'params' | 'sendBefore'>;

/**
 * Hides, shows or deletes a comment. `send` makes a call about it. The Graph API says "No such object" also about a
 * comment that the account may not change, so then it is looked up.
 */
export async function changeComment(
  send: (call: CommentCall) => Promise<PlatformAnswer>,
  call: CommentCall,
  clock: Clock,
  failureOf: (answer: PlatformAnswer, clock: Clock) => PlatformFailure = graphFailure,
): Promise<CommentChangeAnswer> {
  const answer = await send(call);
  if (readSuccess(answer, changedSchema) !== null) return { kind: 'changed' };
  if (!isMissingObject(answer)) return failureOf(answer, clock);
  const found = await send({ method: 'GET', params: { fields: 'id' } });
  if (isMissingObject(found)) return { kind: 'gone' };
  return failureOf(readSuccess(found, foundSchema) === null ? found : answer, clock);
}
