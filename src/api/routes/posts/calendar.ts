import { z } from '@hono/zod-openapi';
import { calendarPageMax } from '../../../domain/limits.js';
import type { MediaView } from '../../../services/media/types.js';
import { listCalendar } from '../../../services/posts/list.js';
import type { ShortPostView } from '../../../services/posts/types.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import {
  cursorField,
  idField,
  instantInQuery,
  omitUndefined,
  pageOf,
  yesOrNo,
} from '../../openapi/fields.js';
import { exampleTimes } from '../../openapi/examples.js';
import { defineOperation } from '../../openapi/operation.js';
import { mediaSchema } from '../media/schema.js';
import { postMediaSchema, postSchema } from './schema.js';
import { targetSchema } from './target-schema.js';

const textCharsMax = 280;

const calendarPostSchema = postSchema
  .pick({
    id: true,
    status: true,
    scheduledAt: true,
    timezone: true,
    approvedAt: true,

    updatedAt: true,
  })
  .extend({
    caption: z
      .string()
      .nullable()
      .openapi({
        description: `The first ${textCharsMax} characters of the text for every target that has no \`captionOverride\`.`,
        example: 'Hello from Punctual',
      }),
    targets: z
      .array(
        targetSchema.pick({ socialAccountId: true, platform: true, status: true, errorCode: true }).extend({
          captionOverride: z
            .string()
            .nullable()
            .openapi({
              description: `The first ${textCharsMax} characters of the text that replaces the caption on this target.`,
              example: null,
            }),
        }),
      )
      .openapi({ description: 'One entry for each social account that the post is published to.' }),
    media: z
      .array(
        postMediaSchema.pick({ altText: true }).extend({
          asset: mediaSchema
            .pick({ altText: true, kind: true, thumbnailUrl: true })
            .extend({
              url: z.string().nullable().openapi({
                example: null,
                description: 'A signed URL of the file, if it is a video without a small preview.',
              }),
            })
            .nullable()
            .optional()
            .openapi({ description: 'The media asset. Only with `pictures=true`.' }),
        }),
      )
      .openapi({ description: 'The media of the post, in order.' }),
  })
  .openapi('CalendarPost', { description: 'What a calendar shows of a post.' });

type CalendarPost = z.output<typeof calendarPostSchema>;

export const listCalendarOperation = defineOperation(
  {
    id: 'listCalendar',
    call: 'GET /calendar',
    tag: 'Posts',
    summary: 'List the posts of a calendar',
    description: `Lists the posts of a workspace between two times, the earliest first, with what the dashboard’s calendar shows of them. A page has up to ${calendarPageMax} posts, so that a month is one request. Requires a dashboard session; programs list posts with \`GET /posts\`.`,
    credential: 'session',
    in: {
      query: z.strictObject({
        workspaceId: idField(exampleIds.workspace).openapi({ description: 'The workspace.' }),
        scheduledAfter: instantInQuery.openapi({
          description: 'Only posts scheduled after this time (exclusive).',
          example: exampleTimes.past,
        }),
        scheduledBefore: instantInQuery.openapi({
          description: 'Only posts scheduled before this time (exclusive).',
        }),
        pictures: yesOrNo('true: with the URLs of small pictures of the media.'),
        cursor: cursorField.optional(),
      }),
    },
    out: { 200: jsonResponse(pageOf('CalendarPage', calendarPostSchema), 'A page of posts.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE'],
  },
  async (c) => {
    const { pictures, ...filters } = c.req.valid('query');
    const { data, nextCursor } = await listCalendar(c.var.ctx, {
      ...omitUndefined(filters),
      hasPictures: pictures === true,
    });
    return c.json({ data: data.map(toCalendarPost), nextCursor }, 200);
  },
);

function toCalendarPost(post: ShortPostView): CalendarPost {
  const { id, status, timezone } = post;
  return {
    ...{ id, status, timezone },
    caption: startOf(post.caption),
    scheduledAt: post.scheduledAt?.toISOString() ?? null,
    approvedAt: post.approvedAt?.toISOString() ?? null,
    updatedAt: post.updatedAt.toISOString(),
    targets: post.targets.map(
      ({ socialAccountId, platform, status: ofTarget, errorCode, captionOverride }) => ({
        ...{ socialAccountId, platform, status: ofTarget, errorCode },
        captionOverride: startOf(captionOverride),
      }),
    ),
    media: post.media.map(({ altText, asset }) => ({
      altText,
      ...(asset !== undefined && {
        asset: asset && toCalendarAsset(asset),
      }),
    })),
  };
}

/** Signed URLs are long, so that of the file is left out wherever nothing shows it. */
function toCalendarAsset({ altText, kind, url, thumbnailUrl }: MediaView) {
  return { altText, kind, thumbnailUrl, url: kind === 'VIDEO' && thumbnailUrl === null ? url : null };
}

const startOf = (text: string | null): string | null => text?.slice(0, textCharsMax) ?? null;
