import { z } from 'zod';
import { idCharsMax } from '../../domain/ids.js';
import { platformOptions } from '../kit/options.js';

const collaboratorsMax = 3;
const userTagsMax = 20;

const username = z
  .string()
  .regex(/^[A-Za-z0-9._]{1,30}$/, 'must be a username without the @ sign')
  .meta({ title: 'Username', description: 'The username, without the @ sign.' });
const place = z.number().min(0).max(1).optional();

const userTag = z
  .strictObject({
    username,
    x: place.meta({
      title: 'Distance from the left',
      description: 'Distance from the left edge, 0 to 1. Required on images; leave it out on videos.',
    }),
    y: place.meta({
      title: 'Distance from the top',
      description: 'Distance from the top edge, 0 to 1. Required on images; leave it out on videos.',
    }),
    mediaIndex: z
      .int()
      .min(0)
      .max(9)
      .default(0)
      .meta({ title: 'Carousel item', description: 'In a carousel: the item to tag, counted from 0.' }),
  })
  .refine(({ x, y }) => (x === undefined) === (y === undefined), 'x and y must be given together');

/** The schema of a post's `platformOptions`. */
export const instagramOptionsSchema = platformOptions('INSTAGRAM', {
  kind: z.enum(['FEED', 'REELS', 'STORIES']).optional().meta({
    title: 'Post type',
    description:
      'What to publish. By default a single video becomes a reel and everything else a feed post. A story shows no text and has no comments.',
  }),
  shareToFeed: z.boolean().optional().meta({
    title: 'Show in the feed',
    description:
      'Reels only: whether the reel also appears in the feed and on the profile grid. Instagram’s default: true.',
  }),
  coverMediaId: z.string().min(1).max(idCharsMax).optional().meta({
    title: 'Cover image',
    description:
      'Reels only: the cover, as the id of an image in the media library. Not together with thumbOffsetMs.',
  }),
  thumbOffsetMs: z.int().min(0).optional().meta({
    title: 'Cover frame (milliseconds)',
    description:
      'Reels only: the moment of the video to use as the cover, in milliseconds. Instagram’s default: 0.',
  }),
  collaborators: z.array(username).min(1).max(collaboratorsMax).optional().meta({
    title: 'Collaborators',
    description:
      'Accounts to invite as collaborators. The post also appears on the profiles of those who accept. Not for stories.',
  }),
  userTags: z
    .array(userTag)
    .min(1)
    .max(userTagsMax)
    .optional()
    .meta({ title: 'Tagged accounts', description: 'Accounts to tag in the images and videos.' }),
  locationId: z
    .string()
    .regex(/^[0-9]{1,25}$/, 'must be the id of a Facebook Page with a location')
    .optional()
    .meta({
      title: 'Location',
      description: 'The location, as the id of a Facebook Page that has one. Not for stories.',
    }),
  audioName: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .meta({ title: 'Audio name', description: 'Reels only: a name for the original audio.' }),
  trialReel: z
    .strictObject({
      graduationStrategy: z.enum(['MANUAL', 'SS_PERFORMANCE']).meta({
        title: 'When followers see it',
        description:
          'When followers see the reel: MANUAL, when the account owner decides; SS_PERFORMANCE, when it performs well.',
      }),
    })
    .optional()
    .meta({
      title: 'Trial reel',
      description:
        'Reels only: a trial reel, which is shown to non-followers first. Not every account can publish one.',
    }),
  isAiGenerated: z
    .boolean()
    .optional()
    .meta({ title: 'Made with AI', description: 'Labels the post as made with AI.' }),
  isPaidPartnership: z
    .boolean()
    .optional()
    .meta({ title: 'Paid partnership', description: 'Labels the post as a paid partnership.' }),
  commentsEnabled: z.boolean().default(true).meta({
    title: 'Allow comments',
    description: 'If false, comments are turned off shortly after the post is published. Not for stories.',
  }),
});

export type InstagramOptions = z.infer<typeof instagramOptionsSchema>;
