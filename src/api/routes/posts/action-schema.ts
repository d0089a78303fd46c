import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '../../../domain/errors.js';
import { rejectionReasonCharsMax, targetsPerPostMax } from '../../../domain/limits.js';
import { exampleIds } from '../../examples/ids.js';
import { documentedAs, idField, instant, visibleText } from '../../openapi/fields.js';
import { parseWith } from '../../errors/validation.js';

/** The errors of any action on a post. */
export const actionCodes = [
  'FORBIDDEN_WORKSPACE',
  'INSUFFICIENT_ROLE',
  'NOT_FOUND',
  'INVALID_STATE',
] as const satisfies ErrorCode[];

export const scheduleSchema = z
  .strictObject({
    scheduledAt: instant.openapi({
      description:
        'When to publish. The time must be in the future, at most five years ahead; otherwise the call returns VALIDATION_FAILED with `not_in_future` or `too_far_ahead`.',
    }),
  })
  .openapi('SchedulePost', { description: 'When to publish a post.' });

/** Described by the component `SchedulePost` and parsed by `parseSchedule`, which explains common mistakes. */
export const scheduleBody = documentedAs('one', ['SchedulePost']);

export const approveSchema = z
  .strictObject({})
  .openapi('ApprovePost', { description: 'An empty object: approving takes no fields.' });

export const rejectSchema = z
  .strictObject({
    reason: visibleText(rejectionReasonCharsMax).openapi({
      example: 'Please mention the date.',
      description: 'What the author should change.',
    }),
  })
  .openapi('RejectPost', { description: 'Why a post is sent back.' });

/** The body of actions without fields. The component's name stays from the first of them, because clients know it. */
export const emptyActionSchema = z
  .strictObject({})
  .openapi('CancelPost', { description: 'An empty object: the call takes no fields.' });

export const retrySchema = z
  .strictObject({
    targetIds: z
      .array(idField(exampleIds.target))
      .min(1)
      .max(targetsPerPostMax)
      .optional()
      .openapi({ description: 'The failed targets to publish again; all of them if absent.' }),
    republishUnconfirmed: z.boolean().optional().openapi({
      example: false,
      description:
        'For targets with the error code PUBLISH_UNCONFIRMED: true publishes again even if the platform cannot prove that the post is not there, which may publish it twice. Punctual always looks for the post first. It does not apply to first comments.',
    }),
  })
  .openapi('RetryPost', { description: 'Which failed targets to publish again. All fields are optional.' });

const scheduleHints = { scheduledFor: 'The time to publish at is called scheduledAt here.' };

export function parseSchedule(body: unknown): { scheduledAt: Date } {
  return parseWith(scheduleSchema, body, scheduleHints);
}
