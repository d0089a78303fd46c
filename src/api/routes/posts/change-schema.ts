import { z } from '@hono/zod-openapi';
import { changeErrorCodes, changeStatuses } from '../../../domain/changes.js';
import type { ErrorCode } from '../../../domain/errors.js';
import { captionCharsMax, optionTitleCharsMax } from '../../../domain/limits.js';
import type { EditView, RemovalView } from '../../../services/post-records/changes.js';
import { exampleIds } from '../../examples/ids.js';
import { text, visibleText, wireInstant, yesOrNo } from '../../openapi/fields.js';

/** The errors of asking for a removal or an edit of a public target. */
export const changeCodes = [
  'TARGET_NOT_PUBLISHED',
  'NO_EXTERNAL_ID',
  'CHANGE_NOT_POSSIBLE',
  'CHANGE_UNDER_WAY',
  'FK_VIOLATION',
  'PLATFORM_AUTH_FAILED',
] as const satisfies ErrorCode[];

const ownCodes = changeErrorCodes.join(', ');

const changeErrorSchema = z
  .object({
    code: z.string().openapi({
      description: `Why: one of ${ownCodes}, or a code from \`TargetErrorCode\`. More codes may be added.`,
      example: 'TOO_LATE',
    }),
    message: z.string().openapi({
      description: 'A readable explanation. The wording can change; do not parse it.',
      example: 'The platform let this post be edited for an hour.',
    }),
  })
  .openapi('ChangeError', { description: 'Why a removal or an edit of a public target did not succeed.' });

const statusField = z.enum(changeStatuses).openapi({
  description:
    'NEEDS_APPROVAL: the edit waits for a reviewer. REQUESTED, RUNNING: Punctual is working on it. DONE: the platform has made the change. FAILED: the change was not made. UNCONFIRMED: a call may have made the change, and the platform does not show whether it did. REJECTED: a reviewer has rejected the edit, or the target was removed first.',
  example: 'DONE',
});

const common = {
  id: z.string().openapi({ description: 'The id of the change.', example: exampleIds.change }),
  status: statusField,
  requestedAt: wireInstant.openapi({ description: 'When it was asked for.' }),
  requestedByUserId: z.string().openapi({ description: 'Who asked for it.', example: exampleIds.user }),
  error: changeErrorSchema
    .nullable()
    .openapi({ description: 'Why it did not succeed; null if it did, and until it has ended.' }),
};

export const removalSchema = z
  .object({
    ...common,
    removedAt: wireInstant
      .nullable()
      .openapi({ description: 'When the target was removed from its platform; null while it is public.' }),
  })
  .openapi('Removal', { description: 'The removal of a public target from its platform.' });

export const editSchema = z
  .object({
    ...common,
    text: z.string().openapi({ description: 'The new text.', example: 'Hello, world' }),
    title: z.string().nullable().openapi({ description: 'The new title; null if it stays.', example: null }),
    editedAt: wireInstant.nullable().openapi({ description: 'When the text was edited; null before that.' }),
  })
  .openapi('Edit', { description: 'An edit of the text of a public target.' });

export const toRemovalResponse = (view: RemovalView): z.output<typeof removalSchema> => ({
  ...view,
  requestedAt: view.requestedAt.toISOString(),
  removedAt: view.removedAt?.toISOString() ?? null,
});

export const toEditResponse = (view: EditView): z.output<typeof editSchema> => ({
  ...view,
  requestedAt: view.requestedAt.toISOString(),
  editedAt: view.editedAt?.toISOString() ?? null,
});

export const editTargetSchema = z
  .strictObject({
    text: text(captionCharsMax).openapi({
      description: 'The new text of the public post.',
      example: 'Hello, world',
    }),
    title: visibleText(optionTitleCharsMax).optional().openapi({
      description: 'The new title, on platforms whose posts have one. If you leave it out, it stays.',
    }),
  })
  .openapi('EditTarget', {
    description: 'The corrected text of a public target.',
    example: { text: 'Hello, world' },
  });

export const deleteQuerySchema = z.strictObject({
  removePublic: yesOrNo('true removes the public targets from their platforms first.'),
});
