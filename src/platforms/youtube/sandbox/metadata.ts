import { z } from 'zod';
import type { SimulatedVideo } from './videos.js';

const titleCharsMax = 100;
const descriptionBytesMax = 5_000;
const tagsCharsMax = 500;

/** The fields of a video resource that an upload can set. Unknown fields are rejected. */
export const metadataSchema = z.strictObject({
  snippet: z.strictObject({
    title: z.string().default(''),
    description: z.string().default(''),
    tags: z.array(z.string()).default([]),
    categoryId: z.string().default('22'),
    defaultLanguage: z.string().optional(),
    defaultAudioLanguage: z.string().optional(),
  }),
  status: z.strictObject({
    privacyStatus: z.enum(['public', 'unlisted', 'private']).default('public'),
    selfDeclaredMadeForKids: z.boolean().default(false),
    embeddable: z.boolean().default(true),
    license: z.enum(['youtube', 'creativeCommon']).default('youtube'),
    publicStatsViewable: z.boolean().default(true),
    containsSyntheticMedia: z.boolean().default(false),
  }),
  paidProductPlacementDetails: z.strictObject({ hasPaidProductPlacement: z.boolean() }).optional(),
});
type Metadata = z.infer<typeof metadataSchema>;

/** The names and numbers of the categories that can be assigned, and one that cannot be assigned anymore. */
export const categories: readonly { id: string; title: string; assignable: boolean }[] = [
  { id: '1', title: 'Video & Animation', assignable: true },
  { id: '10', title: 'Music', assignable: true },
  { id: '20', title: 'Gaming', assignable: true },
  { id: '21', title: 'Videoblogging', assignable: false },
  { id: '22', title: 'People & Blogs', assignable: true },
  { id: '27', title: 'Education', assignable: true },
  { id: '28', title: 'Science & Technology', assignable: true },
];

/** The names of the parts in the body, in the order that the query must have. */
export function partsOfMetadata(metadata: Metadata): string {
  return Object.keys(metadata).join(',');
}

export function metadataFault({
  snippet,
}: Pick<Metadata, 'snippet'>): { reason: string; message: string } | null {
  const fault = (reason: string, what: string): { reason: string; message: string } => ({
    reason,
    message: `The request metadata specifies an invalid ${what}.`,
  });
  const { title, description, tags, categoryId } = snippet;
  if (title.trim() === '' || title.length > titleCharsMax || /[<>]/.test(title)) {
    return fault('invalidTitle', 'or empty video title');
  }
  if (Buffer.byteLength(description) > descriptionBytesMax || /[<>]/.test(description)) {
    return fault('invalidDescription', 'video description');
  }
  const quoted = tags.map((tag) => (/\s/.test(tag) ? `"${tag}"` : tag)).join(',');
  if (quoted.length > tagsCharsMax || tags.some((tag) => tag === '' || /[<>]/.test(tag))) {
    return fault('invalidTags', 'set of video keywords');
  }
  const category = categories.find(({ id }) => id === categoryId);
  return category?.assignable === true ? null : fault('invalidCategoryId', 'category ID');
}

export function toVideo(
  { snippet, status, paidProductPlacementDetails }: Metadata,
  more: { readyAtMs: number; failureReason: string | null; isLocked: boolean },
): SimulatedVideo {
  return {
    title: snippet.title,
    tags: snippet.tags,
    categoryId: snippet.categoryId,
    ...(snippet.defaultLanguage === undefined ? {} : { defaultLanguage: snippet.defaultLanguage }),
    privacyStatus: more.isLocked ? 'private' : status.privacyStatus,
    madeForKids: status.selfDeclaredMadeForKids,
    license: status.license,
    embeddable: status.embeddable,
    publicStatsViewable: status.publicStatsViewable,
    containsSyntheticMedia: status.containsSyntheticMedia,
    hasPaidProductPlacement: paidProductPlacementDetails?.hasPaidProductPlacement ?? false,
    readyAtMs: more.readyAtMs,
    failureReason: more.failureReason,
  };
}

/** The visible parts of a video besides its file and description. */
export function shownOf(video: SimulatedVideo): Record<string, string> {
  const category = categories.find(({ id }) => id === video.categoryId);
  const notes = [
    video.madeForKids ? 'made for kids' : null,
    video.hasPaidProductPlacement ? 'includes paid promotion' : null,
    video.containsSyntheticMedia ? 'altered or synthetic content' : null,
    video.license === 'creativeCommon' ? 'Creative Commons' : null,
  ].filter((note) => note !== null);
  return {
    Title: video.title,
    Visibility: video.privacyStatus,
    Category: category?.title ?? video.categoryId,
    ...(video.tags.length === 0 ? {} : { Tags: video.tags.join(', ') }),
    ...(notes.length === 0 ? {} : { Notes: notes.join('; ') }),
  };
}
