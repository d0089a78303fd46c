import { z } from 'zod';
import { jsonOf } from '../../../sandbox/call.js';
import { editPublication, removePublication } from '../../../sandbox/change-publication.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { badRequest, invalid, notFound } from './errors.js';
import { metadataFault, metadataSchema, shownOf } from './metadata.js';
import { videoOf, videoResource, type YouTubeCall } from './videos.js';

/** A video of the calling channel, by the id in the request. */
function ownVideo({ store, platform, token }: YouTubeCall, id: string): StoredPublication | undefined {
  const post = store.find(platform, id);
  return videoOf(post) !== undefined && post?.accountId === token.accountId ? post : undefined;
}

/** DELETE /videos: deletes a video of the channel, with its comments. */
export function deleteVideo(call: YouTubeCall): Response | Promise<Response> {
  const post = ownVideo(call, call.query['id'] ?? '');
  if (post === undefined) return notFound('videoNotFound', 'video');
  return removePublication(call, post, () => new Response(null, { status: 204 }));
}

const updateSchema = z.strictObject({ id: z.string(), snippet: metadataSchema.shape.snippet });

/** PUT /videos: replaces the snippet. Fields that the request leaves out are deleted. */
export async function updateVideo(call: YouTubeCall): Promise<Response> {
  const input = updateSchema.safeParse(await jsonOf(call)).data;
  if (input === undefined || call.query['part'] !== 'snippet') {
    return badRequest('Invalid JSON payload received.');
  }
  const post = ownVideo(call, input.id);
  const video = videoOf(post);
  if (post === undefined || video === undefined) return notFound('videoNotFound', 'video');
  const fault = metadataFault(input);
  if (fault !== null) return invalid(fault.reason, fault.message);
  const { title, description: text, tags, categoryId, defaultLanguage } = input.snippet;
  const changed = { ...video, title, tags, categoryId, defaultLanguage };
  const content = {
    text,
    extra: { ...post.extra, ...changed },
    shown: { ...post.shown, ...shownOf(changed) },
  };
  return editPublication(call, post, content, () =>
    Response.json(videoResource(call.store, { ...post, ...content }, 'snippet')),
  );
}
