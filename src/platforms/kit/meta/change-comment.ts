import { z } from 'zod';
import type { Clock } from '../../../clock.js';
import { readSuccess, type PlatformAnswer } from '../call.js';
import type { CommentChangeAnswer } from '../comments.js';
import type { PlatformFailure } from '../failure.js';
import { graphFailure, isMissingObject } from './graph-api.js';

const changedSchema = z.object({ success: z.literal(true) });

/** The result of a call that hides, shows or deletes a comment. It may be repeated, so an unclear answer is no problem. */
export function commentChangeOf(
  answer: PlatformAnswer,
  clock: Clock,
  failureOf: (answer: PlatformAnswer, clock: Clock) => PlatformFailure = graphFailure,
): CommentChangeAnswer {
  if (readSuccess(answer, changedSchema) !== null) return { kind: 'changed' };
  return isMissingObject(answer) ? { kind: 'gone' } : failureOf(answer, clock);
}
