import { z } from 'zod';
import { idCharsMax } from '../../domain/ids.js';
import { platformOptions } from '../kit/options.js';

const collaboratorsMax = 3;
const userTagsMax = 20;

const username = z
  .string()
  .regex(/^[A-Za-z0-9._]{1,30}$/, 'must be a username without the @ sign')
  .describe('Without the @ sign.');
const place = z.number().min(0).max(1).optional();

const userTag = z
  .strictObject({
    username,
    x: place.describe('From the left edge, 0 to 1. Required on pictures, not for videos.'),
    y: place.describe('From the top, 0 to 1. Required on pictures, not for videos.'),
    mediaIndex: z
      .int()
      .min(0)
      .max(9)
      .default(0)
      .describe('In a carousel: on which of its media, counted from 0.'),
  })
  .refine(({ x, y }) => (x === undefined) === (y === undefined), 'x and y belong together');

/** `platformOptions` of a post. */
export const instagramOptionsSchema = platformOptions('INSTAGRAM', {
  kind: z
    .enum(['FEED', 'REELS', 'STORIES'])
    .optional()
    .describe(
      'Left out, a single video is a reel, everything else a post of the feed. A story shows no text and takes no comments.',
    ),
  shareToFeed: z
    .boolean()
    .optional()
    .describe('Reels: whether the profile’s grid and the feed show it, too. Instagram’s default: true.'),
  coverMediaId: z
    .string()
    .min(1)
    .max(idCharsMax)
    .optional()
    .describe('Reels: the picture of the library that is its cover. Not together with thumbOffsetMs.'),
  thumbOffsetMs: z
    .int()
    .min(0)
    .optional()
    .describe('Reels: where in the video its cover is, in milliseconds. Instagram’s default: 0.'),
  collaborators: z
    .array(username)
    .min(1)
    .max(collaboratorsMax)
    .optional()
    .describe('Accounts that are invited to have the post on their profiles. Not for stories.'),
  userTags: z
    .array(userTag)
    .min(1)
    .max(userTagsMax)
    .optional()
    .describe('Accounts that are tagged in the pictures and videos.'),
  locationId: z
    .string()
    .regex(/^[0-9]{1,25}$/, 'must be the id of a Facebook Page with a location')
    .optional()
    .describe('The id of a Facebook Page that has a location. Not for stories.'),
  audioName: z.string().trim().min(1).max(200).optional().describe('Reels: the name of its own sound.'),
  trialReel: z
    .strictObject({
      graduationStrategy: z
        .enum(['MANUAL', 'SS_PERFORMANCE'])
        .describe('Whether followers get it when its owner says so, or when it does well.'),
    })
    .optional()
    .describe('Reels: shown to others than the followers first. Not every account may do so.'),
  isAiGenerated: z.boolean().optional().describe('Labels the post as made with AI.'),
  isPaidPartnership: z.boolean().optional().describe('Labels the post as a paid partnership.'),
  commentsEnabled: z
    .boolean()
    .default(true)
    .describe('False switches comments off, a moment after the post is public. Not for stories.'),
});

export type InstagramOptions = z.infer<typeof instagramOptionsSchema>;
