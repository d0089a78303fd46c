import { z } from '@hono/zod-openapi';
import { listLimitDefault, searchTextCharsMax, searchTextCharsMin } from '../../../domain/limits.js';
import { platformNames } from '../../../domain/platform-names.js';
import { postStatuses } from '../../../domain/post-status.js';
import { listPosts } from '../../../services/posts/list.js';
import { postSorts } from '../../../services/posts/types.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { exampleTimes } from '../../openapi/examples.js';
import {
  commaList,
  cursorField,
  idField,
  idInQuery,
  instantInQuery,
  limitField,
  omitUndefined,
  text,
  yesOrNo,
} from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { invalidRequest } from '../../errors/validation.js';
import { metadataKeyMessage, metadataKeyPattern, metadataValue } from './content-schema.js';
import { expandField, postListSchema, toPostListResponse } from './schema.js';

/** Rejects NUL, which Postgres cannot store. `parseJsonText` rejects it in bodies. */
const noNul = /^[^\u0000]*$/;

const query = z.strictObject({
  workspaceId: idField(exampleIds.workspace)
    .optional()
    .openapi({ description: 'Only posts of this workspace.' }),
  status: commaList(postStatuses, 'Only posts with one of these statuses.').optional(),
  platform: commaList(platformNames, 'Only posts with a target on one of these platforms.').optional(),
  scheduledAfter: instantInQuery.optional().openapi({
    description: 'Only posts scheduled after this time (exclusive).',
    example: exampleTimes.past,
  }),
  scheduledBefore: instantInQuery
    .optional()
    .openapi({ description: 'Only posts scheduled before this time (exclusive).' }),
  createdAfter: instantInQuery
    .optional()
    .openapi({ description: 'Only posts created after this time (exclusive).', example: exampleTimes.past }),
  createdBefore: instantInQuery
    .optional()
    .openapi({ description: 'Only posts created before this time (exclusive).' }),
  socialAccountId: idInQuery(exampleIds.socialAccount)
    .optional()
    .openapi({ description: 'Only posts with a target for this account.' }),
  dated: yesOrNo(
    'true: only posts with a `scheduledAt`, drafts with a place on the calendar included. false: only posts without one, such as drafts without a date.',
  ),
  needsApproval: yesOrNo(
    'true: only posts about which somebody has to decide: their `status` is NEEDS_APPROVAL, or a corrected text of a target waits (`edits[].status` NEEDS_APPROVAL). false: only the others.',
  ),
  metadataKey: z.string().regex(metadataKeyPattern, metadataKeyMessage).optional().openapi({
    description: 'With `metadataValue`: only posts whose `metadata` have this key with exactly this value.',
    example: 'campaign',
  }),
  metadataValue: metadataValue
    .regex(noNul, 'Must not contain a NUL character.')
    .optional()
    .openapi({ description: 'The value that goes with `metadataKey`.', example: 'spring-2030' }),
  q: text(searchTextCharsMax, searchTextCharsMin)
    .regex(noNul, 'Must not contain a NUL character.')
    .optional()
    .openapi({
      description:
        'Only posts whose caption, or a target’s captionOverride, contains this text. Case does not matter. A page of a search looks at up to 10,000 posts and 2 MiB of text, so it can be short or even empty and still have a `nextCursor`. One search of a user runs at a time; a search that takes the database longer than 1.5 seconds is refused with VALIDATION_FAILED.',
      example: 'summer sale',
    }),
  mediaId: idInQuery(exampleIds.media).optional().openapi({
    description: 'Only posts that use this media asset: in the post, in a target, or in an option.',
  }),
  expand: expandField,
  cursor: cursorField.optional(),
  limit: limitField,
  sort: z.enum(postSorts).optional().openapi({
    description: 'The order of the list. A leading minus puts the latest first.',
    default: '-createdAt',
  }),
});

export const listPostsOperation = defineOperation(
  {
    id: 'listPosts',
    call: 'GET /posts',
    tag: 'Posts',
    summary: 'List posts',
    description:
      'Lists posts. Without `workspaceId`, the list covers every workspace that you can access. Deleted posts are not listed. If a post’s `scheduledAt` changes while you page through a list sorted by it, the post can appear a second time at its new position.',
    credential: 'key or session',
    scope: 'posts:read',
    in: { query },
    out: { 200: jsonResponse(postListSchema, 'A page of posts.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const {
      limit = listLimitDefault,
      sort = '-createdAt',
      metadataKey,
      metadataValue: value,
      q: searchText,
      ...filters
    } = c.req.valid('query');
    const metadata = metadataFilter(metadataKey, value);
    const page = await listPosts(c.var.ctx, {
      limit,
      sort,
      ...omitUndefined({ ...filters, metadata, searchText }),
    });
    return c.json(toPostListResponse(page), 200);
  },
);

function metadataFilter(
  key: string | undefined,
  value: string | undefined,
): { key: string; value: string } | undefined {
  if (key !== undefined && value !== undefined) return { key, value };
  if (key === undefined && value === undefined) return undefined;
  const path = key === undefined ? 'metadataKey' : 'metadataValue';
  throw invalidRequest([{ path, code: 'required', message: 'Send metadataKey and metadataValue together.' }]);
}
