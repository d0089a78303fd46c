import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '../../../domain/errors.js';
import { rejectionReasonCharsMax, targetsPerPostMax } from '../../../domain/limits.js';
import { exampleIds } from '../../openapi/examples.js';
import { documentedAs, idField, instant, text } from '../../openapi/fields.js';
import { parseWith } from '../../errors/validation.js';

/** What any action on a post may answer. */
export const actionCodes = [
  'FORBIDDEN_WORKSPACE',
  'INSUFFICIENT_ROLE',
  'NOT_FOUND',
  'INVALID_STATE',
] as const satisfies ErrorCode[];

export const scheduleSchema = z
  .strictObject({ scheduledAt: instant.openapi({ description: 'Must be in the future.' }) })
  .openapi('SchedulePost');

/** Documented by its component, parsed by `parseSchedule`, which knows what else callers write. */
export const scheduleBody = documentedAs('one', ['SchedulePost']);

export const approveSchema = z.strictObject({}).openapi('ApprovePost');

export const rejectSchema = z
  .strictObject({
    reason: text(rejectionReasonCharsMax, 1)
      .regex(/\S/, 'At least one visible character.')
      .openapi({ description: 'What is to be changed.' }),
  })
  .openapi('RejectPost');

export const cancelSchema = z.strictObject({}).openapi('CancelPost');

export const retrySchema = z
  .strictObject({
    targetIds: z
      .array(idField(exampleIds.target))
      .min(1)
      .max(targetsPerPostMax)
      .optional()
      .openapi({ description: 'The failed targets to publish again; absent: all of them.' }),
    republishUnconfirmed: z.boolean().optional().openapi({
      description:
        'Targets with errorCode PUBLISH_UNCONFIRMED are looked for first in any case. True: publish again what is not seen, at the risk of a double. Default false.',
    }),
  })
  .openapi('RetryPost');

const scheduleHints = { scheduledFor: 'The time to publish at is called scheduledAt here.' };

export function parseSchedule(body: unknown): { scheduledAt: Date } {
  return parseWith(scheduleSchema, body, scheduleHints);
}
