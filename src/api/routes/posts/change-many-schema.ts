import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '../../../domain/errors.js';
import {
  changedPostsPerRequestMax,
  rejectionReasonCharsMax,
  scheduleAheadMsMax,
} from '../../../domain/limits.js';
import type { PostChange } from '../../../services/posts/change-many.js';
import type { CanceledPostView } from '../../../services/posts/types.js';
import type { PostView } from '../../../services/post-records/types.js';
import { errorSchemaOf } from '../../errors/schemas.js';
import { exampleIds } from '../../examples/ids.js';
import { exampleTimes } from '../../openapi/examples.js';
import { idField, instant, omitUndefined, timezone, visibleText } from '../../openapi/fields.js';
import { actionCodes } from './action-schema.js';
import { canceledPostSchema, postSchema, toPostResponse } from './schema.js';

const minutesMax = scheduleAheadMsMax / 60_000;
const daysMax = minutesMax / (24 * 60);

const postIds = z
  .array(idField(exampleIds.post))
  .min(1)
  .max(changedPostsPerRequestMax)
  .refine((ids) => new Set(ids).size === ids.length, {
    message: 'Name each post once.',
    params: { code: 'duplicate' },
  })
  .openapi({
    description: `The posts, at most ${changedPostsPerRequestMax}.`,
    example: [exampleIds.post],
    uniqueItems: true,
  });

const shift = (max: number, description: string) =>
  z.number().int().min(-max).max(max).optional().openapi({ description, example: 1 });

const actionOf = <A extends PostChange['action'] | 'moveTo'>(action: A, description: string) =>
  z.literal(action).openapi({ description });

const moveSchema = z
  .strictObject({
    action: actionOf('move', 'Moves each post from its own time. A draft stays a draft.'),
    postIds,
    days: shift(
      daysMax,
      'Whole days, negative for earlier. The local time stays the same when clocks change.',
    ),
    minutes: shift(minutesMax, 'Minutes, negative for earlier.'),
    timezone: timezone.optional().openapi({
      description: 'Where the days are counted. Absent: in the time zone of the post, or in UTC.',
    }),
  })
  .refine(({ days = 0, minutes = 0 }) => days !== 0 || minutes !== 0, {
    path: ['days'],
    message: 'Send days or minutes, other than 0.',
  })
  .openapi('MovePosts', { description: 'Moves posts by days or minutes.' });

const moveToSchema = z
  .strictObject({
    action: actionOf('moveTo', 'Moves each post to the same time. A draft stays a draft.'),
    postIds,
    scheduledAt: instant.openapi({ description: 'The new time.' }),
  })
  .openapi('MovePostsTo', { description: 'Moves posts to a time.' });

const moveEachSchema = z
  .strictObject({
    action: actionOf('moveEach', 'Moves each post to a time of its own. A draft stays a draft.'),
    postIds,
    times: z
      .array(instant)
      .max(changedPostsPerRequestMax)
      .openapi({
        description: 'The new times, one for each post, in their order.',
        example: [exampleTimes.ahead],
      }),
  })
  .refine(({ postIds: ids, times }) => times.length === ids.length, {
    path: ['times'],
    message: 'Send one time for each post.',
  })
  .openapi('MoveEachPost', { description: 'Moves each post to a time of its own.' });

const scheduleSchema = z
  .strictObject({
    action: actionOf('schedule', 'Schedules each post, as `POST /posts/{id}/schedule`.'),
    postIds,
    scheduledAt: instant.openapi({ description: 'When to publish. The time must be in the future.' }),
  })
  .openapi('SchedulePosts', { description: 'Schedules posts for a time.' });

const rejectSchema = z
  .strictObject({
    action: actionOf('reject', 'Sends each post back, as `POST /posts/{id}/reject`. For sessions only.'),
    postIds,
    reason: visibleText(rejectionReasonCharsMax).openapi({
      example: 'Please mention the date.',
      description: 'What the authors should change.',
    }),
  })
  .openapi('RejectPosts', { description: 'Sends posts back to their authors.' });

const plainSchema = z
  .strictObject({
    action: z.enum(['cancel', 'delete', 'approve', 'retry']).openapi({
      description:
        'What each post gets, as by the operation for a single post. `approve` is for sessions only.',
      example: 'cancel',
    }),
    postIds,
  })
  .openapi('ActOnPosts', { description: 'Cancels, deletes, approves or retries posts.' });

const actions = ['move', 'moveTo', 'moveEach', 'schedule', 'reject', 'cancel', 'delete', 'approve', 'retry'];

export const changePostsSchema = z
  .discriminatedUnion(
    'action',
    [plainSchema, moveSchema, moveToSchema, moveEachSchema, scheduleSchema, rejectSchema],
    {
      error: (issue) => ('discriminator' in issue ? `Must be one of ${actions.join(', ')}.` : undefined),
    },
  )
  .openapi('ChangePosts', {
    description: 'What several posts get.',
    example: { action: 'move', postIds: [exampleIds.post], days: 1, timezone: 'Europe/Berlin' },
  });

export function toPostChange(body: z.output<typeof changePostsSchema>): PostChange {
  switch (body.action) {
    case 'move': {
      const { days = 0, minutes = 0, timezone } = body;
      return { action: 'move', move: { days, minutes, ...omitUndefined({ timezone }) } };
    }
    case 'moveTo':
      return { action: 'move', move: { scheduledAt: body.scheduledAt } };
    case 'moveEach':
      return { action: 'moveEach', times: new Map(body.postIds.flatMap(timeIn(body.times))) };
    case 'schedule':
      return { action: 'schedule', scheduledAt: body.scheduledAt };
    case 'reject':
      return { action: 'reject', reason: body.reason };
    default:
      return { action: body.action };
  }
}

const timeIn =
  (times: readonly Date[]) =>
  (postId: string, index: number): [string, Date][] => {
    const time = times[index];
    return time === undefined ? [] : [[postId, time]];
  };

/** The errors that a post may get: those of the operations for a single post. */
const outcomeCodes = [
  ...actionCodes,
  'INSUFFICIENT_SCOPE',
  'FK_VIOLATION',
  'UNSUPPORTED_MIME',
  'PLATFORM_RULE_VIOLATION',
  'PLATFORM_AUTH_FAILED',
  'VALIDATION_FAILED',
  'FEATURE_NOT_AVAILABLE',
  'CONFLICT',
  'RETRY',
  'INTERNAL_ERROR',
] as const satisfies ErrorCode[];

const changedPostSchema = postSchema
  .pick({ id: true, workspaceId: true, status: true, scheduledAt: true, updatedAt: true })
  .extend({ cancelResults: canceledPostSchema.shape.cancelResults.optional() })
  .openapi('ChangedPost', { description: 'The state of a post after a change.' });

const outcomeSchema = z
  .object({
    postId: z.string().openapi({ description: 'The post.', example: exampleIds.post }),
    outcome: z.enum(['DONE', 'FAILED']).openapi({
      description: 'DONE: the post has been changed, or was already as it should be. FAILED: see `error`.',
      example: 'DONE',
    }),
    post: changedPostSchema.nullable().openapi({
      description:
        'The state of the post afterwards. Null if it failed, is deleted, or cannot be read any more.',
    }),
    error: errorSchemaOf(outcomeCodes).nullable().openapi({
      description: 'The error that the operation for a single post would have returned. Null if it is done.',
      example: null,
    }),
  })
  .openapi('PostOutcome', { description: 'What became of one post.' });

export const postOutcomesSchema = z
  .object({
    data: z.array(outcomeSchema).openapi({ description: 'One outcome for each post, in their order.' }),
  })
  .openapi('PostOutcomes', { description: 'The outcomes of a change of several posts.' });

export function toChangedPost(view: PostView | CanceledPostView): z.output<typeof changedPostSchema> {
  const { id, workspaceId, status, scheduledAt, updatedAt } = toPostResponse(view);
  const results = 'cancelResults' in view ? { cancelResults: view.cancelResults } : {};
  return { id, workspaceId, status, scheduledAt, updatedAt, ...results };
}
