import { z } from 'zod';
import { jsonOf, type Call } from '../../../sandbox/call.js';
import { countersOf } from '../../../sandbox/counters.js';
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

const counterNames = ['id', 'like_count', 'comment_count', 'share_count', 'view_count'] as const;
const countersQuery = z.strictObject({
  fields: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(counterNames)).min(1)),
});
const filterSchema = z.strictObject({
  filters: z.strictObject({ video_ids: z.array(z.string()).min(1).max(pageSizeMax) }),
});

/** POST /v2/video/query/: the counters of the account's public posts with these ids. */
export async function queryVideos(call: Call): Promise<Response> {
  const { c, store, token } = call;
  const query = countersQuery.safeParse(c.req.query()).data;
  const body = filterSchema.safeParse(await jsonOf(call)).data;
  if (query === undefined || body === undefined) {
    return fail(400, 'invalid_params', 'One or more fields in the request are invalid.');
  }
  const found = body.filters.video_ids.flatMap((id) => store.find(platform, id) ?? []);
  const own = found.filter(
    ({ accountId, extra }) => accountId === token.accountId && extra['isListed'] === true,
  );
  const videos = own.map((post) => {
    const { views, likes, shares } = countersOf(store, post);
    const all = {
      id: post.externalPostId,
      like_count: likes,
      comment_count: 0,
      share_count: shares,
      view_count: views,
    };
    return Object.fromEntries(query.fields.map((name) => [name, all[name]]));
  });
  return ok({ videos });
}
