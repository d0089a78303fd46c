import { z } from 'zod';
import { jsonOf, type Call } from '../../../sandbox/call.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { fail, ok } from './dialect.js';
import { platform } from './publishes.js';

const pageSizeMax = 20;
/** The length to which listed texts are cut, from the documentation of the fields. */
const textCharsMax = 150;

const fieldNames = ['id', 'create_time', 'share_url', 'video_description', 'title', 'duration'] as const;
const querySchema = z.strictObject({
  fields: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(fieldNames)).min(1)),
});
const bodySchema = z.strictObject({
  cursor: z.int().min(0).optional(),
  max_count: z.int().min(1).max(pageSizeMax).default(10),
});

/** Lists the public posts of the account, newest first. */
export async function listVideos(call: Call): Promise<Response> {
  const { c, store, token, baseUrl } = call;
  const query = querySchema.safeParse(c.req.query()).data;
  const body = bodySchema.safeParse(await jsonOf(call)).data;
  if (query === undefined || body === undefined) {
    return fail(400, 'invalid_params', 'One or more fields in the request are invalid.');
  }
  const { cursor = Number.MAX_SAFE_INTEGER, max_count: count } = body;
  const listed = store
    .list({ platform, accountId: token.accountId })
    .filter(({ extra }) => extra['isListed'] === true)
    .filter(({ publishedAt }) => Date.parse(publishedAt) < cursor);
  const page = listed.slice(0, count);
  const videos = page.map((post) => {
    const all = fieldsOf(post, baseUrl);
    return Object.fromEntries(query.fields.map((name) => [name, all[name]]));
  });
  const last = page.at(-1);
  return ok({
    videos,
    cursor: last === undefined ? cursor : Date.parse(last.publishedAt),
    has_more: page.length < listed.length,
  });
}

function fieldsOf(post: StoredPublication, baseUrl: string): Record<(typeof fieldNames)[number], unknown> {
  const { externalPostId: id, accountId, extra, text, publishedAt } = post;
  const isPhoto = extra['medium'] === 'PHOTO';
  return {
    id,
    create_time: Math.floor(Date.parse(publishedAt) / 1000),
    share_url: `${baseUrl}/@${accountId}/${isPhoto ? 'photo' : 'video'}/${id}?utm_campaign=sandbox`,
    video_description: text.slice(0, textCharsMax),
    title: typeof extra['title'] === 'string' ? extra['title'] : '',
    duration: isPhoto ? 0 : 3,
  };
}
