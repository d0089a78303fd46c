import { z } from 'zod';
import { jsonOf, type Register } from '../../../sandbox/call.js';
import { editPublication, removePublication } from '../../../sandbox/change-publication.js';
import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing, publishAs } from '../../../sandbox/publishing.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { isHeldBack } from '../../../sandbox/visitors.js';
import { dayLimit, denied, dialect, duplicateOf, forbidden, invalid, notFound, refusal } from './answers.js';
import { actingAs } from './grants.js';
import { readLittle } from './little.js';
import { takeMedia, type NamedMedia } from './media.js';
import { elementsOf, mayRead, type LinkedInCall } from './parts.js';
import type { LinkedInSide } from './simulated-accounts.js';

const textCharsMax = 3_000;
const altTextCharsMax = 4_086;
/** How long a marked post is missing from the finder's list. */
const listLagMs = 3_000;

const imageUrn = z.string().startsWith('urn:li:image:');
const altText = z.string().min(1).max(altTextCharsMax).optional();
const contentSchema = z.union([
  z.strictObject({
    media: z.strictObject({
      id: z.string().regex(/^urn:li:(image|video):/),
      altText,
      title: z.string().optional(),
    }),
  }),
  // The alt text is for images and videos. The page about documents shows a title in each request.
  z.strictObject({
    media: z.strictObject({ id: z.string().startsWith('urn:li:document:'), title: z.string().min(1) }),
  }),
  z.strictObject({
    multiImage: z.strictObject({
      images: z
        .array(z.strictObject({ id: imageUrn, altText }))
        .min(2)
        .max(20),
    }),
  }),
  z.strictObject({
    article: z.strictObject({
      source: z.url(),
      title: z.string().min(1).max(400),
      description: z.string().max(4_086).optional(),
      thumbnail: imageUrn.optional(),
    }),
  }),
  z.strictObject({
    poll: z.strictObject({
      question: z.string().min(1).max(140),
      options: z
        .array(z.strictObject({ text: z.string().min(1).max(30) }))
        .min(2)
        .max(4),
      settings: z.strictObject({
        duration: z.enum(['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS']),
      }),
    }),
  }),
]);
type Content = z.infer<typeof contentSchema>;

/** The body of a new post, as LinkedIn documents it. Unknown fields are rejected. */
const createSchema = z.strictObject({
  author: z.string(),
  commentary: z.string(),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.strictObject({
    feedDistribution: z.enum(['MAIN_FEED', 'NONE']),
    targetEntities: z.array(z.unknown()).max(0).optional(),
    thirdPartyDistributionChannels: z.array(z.unknown()).max(0).optional(),
  }),
  content: contentSchema.optional(),
  lifecycleState: z.literal('PUBLISHED'),
  isReshareDisabledByAuthor: z.boolean().optional(),
});
type Create = z.infer<typeof createSchema>;

/** Adds the Posts API. */
export function addPosts(on: Register<LinkedInCall>): void {
  on('POST', '/posts', 'createPost', createPost);
  on('GET', '/posts', 'findPosts', (call) =>
    mayRead(call) ? findPosts(call) : denied('posts.FINDER-author'),
  );
  on('GET', '/posts/:urn', 'getPost', (call) => {
    if (!mayRead(call)) return denied('posts.GET');
    const post = postOf(call);
    return post === undefined ? notFound('No such post.') : Response.json(toElement(post));
  });
  on('DELETE', '/posts/:urn', 'deletePost', deletePost);
  on('POST', '/posts/:urn', 'updatePost', updatePost);
}

/** DELETE /posts/{urn}: deletes a post with its comments. A repeat is a success, as documented. */
function deletePost(call: LinkedInCall): Response | Promise<Response> {
  const urn = call.c.req.param('urn') ?? '';
  const deletedKey = `${call.platform} deleted ${urn}`;
  if (call.store.note(deletedKey) !== undefined) return nothing();
  const post = postOf(call);
  if (post === undefined) return notFound('No such post.');
  if (actingAs(call, call.token, post.accountId) === null) return denied('posts.DELETE');
  return removePublication(call, post, () => {
    call.store.setNote(deletedKey, 1);
    return nothing();
  });
}

const patchSchema = z.strictObject({
  patch: z.strictObject({ $set: z.strictObject({ commentary: z.string() }) }),
});

/** POST /posts/{urn} as a partial update, which changes the text only. */
async function updatePost(call: LinkedInCall): Promise<Response> {
  const input = patchSchema.safeParse(await jsonOf(call)).data;
  if (call.c.req.header('x-restli-method')?.toUpperCase() !== 'PARTIAL_UPDATE' || input === undefined) {
    return invalid('The update is not as described.');
  }
  const post = postOf(call);
  if (post === undefined) return notFound('No such post.');
  if (actingAs(call, call.token, post.accountId) === null) return denied('posts.PARTIAL_UPDATE');
  const { commentary } = input.patch.$set;
  const text = readLittle(commentary);
  if (text.length > textCharsMax) return tooLong();
  return editPublication(call, post, { text, extra: { ...post.extra, commentary } }, nothing);
}

const nothing = (): Response => new Response(null, { status: 204 });
const tooLong = (): Response =>
  refusal(400, 'FIELD_LENGTH_TOO_LONG', 'ShareCommentary text length exceeded the maximum allowed');

function postOf({ c, store, platform }: LinkedInCall): StoredPublication | undefined {
  const post = store.find(platform, c.req.param('urn') ?? '');
  return post?.parentId === null ? post : undefined;
}

async function createPost(call: LinkedInCall): Promise<Response> {
  const { store, platform } = call;
  const input = createSchema.safeParse(await jsonOf(call)).data;
  if (input === undefined) return invalid('The post is not as described.');
  const token = actingAs(call, call.token, input.author);
  if (token === null) return denied('the author');
  if (platform === 'LINKEDIN_COMPANY' && input.visibility !== 'PUBLIC')
    return invalid('An organization posts in public.');
  const text = readLittle(input.commentary);
  if (text.length > textCharsMax) return tooLong();
  if (text.trim() === '' && input.content === undefined) return invalid('A post needs a text or content.');
  const media = takeMedia(call, token.accountId, namedIn(input.content));
  if (media instanceof Response) return media;
  if (isFirst({ ...call, token }, text, 'daily-limit')) return dayLimit();
  if (isFirst({ ...call, token }, text, 'forbidden-once')) return forbidden();
  const earlier = store
    .list({ platform, accountId: token.accountId })
    .find((post) => post.text === text && post.parentId === null);
  const duplicate = (): Response => duplicateOf(earlier?.externalPostId ?? 'urn:li:share:0');
  const author = { ...call, token, dialect: { ...dialect, duplicate } };
  const accept = (): Response => {
    const urn = newPostUrn(call, input.content);
    publishAs(author, {
      externalPostId: urn,
      text,
      extra: { commentary: input.commentary, visibility: input.visibility, content: input.content ?? null },
      media,
      shown: shownOf(input),
    });
    // The id is in a header, and the body is empty.
    return new Response(null, { status: 201, headers: { 'x-restli-id': urn } });
  };
  return answerPublishing(author, { text, accept });
}

/** Whether this is the first attempt with a text that has the mark. */
export function isFirst({ store, platform, token }: LinkedInCall, text: string, mark: string): boolean {
  const key = `${mark} ${platform} ${token.accountId} ${text}`;
  return readMarks(text).has(mark) && store.isFirst(key, { alternates: true });
}

/** A new URN. Its id contains the time in the bits from the 22nd on. A post with a video has another type of URN. */
function newPostUrn({ store }: LinkedInSide, content: Content | undefined): string {
  const id = BigInt(store.newNumericId()) << 2n;
  const isVideo = content !== undefined && 'media' in content && content.media.id.startsWith('urn:li:video:');
  return `urn:li:${isVideo ? 'ugcPost' : 'share'}:${id}`;
}

function namedIn(content: Content | undefined): NamedMedia[] {
  if (content === undefined) return [];
  if ('media' in content) return [content.media];
  if ('multiImage' in content) return content.multiImage.images;
  return 'article' in content && content.article.thumbnail !== undefined
    ? [{ id: content.article.thumbnail }]
    : [];
}

function shownOf({ visibility, content, isReshareDisabledByAuthor }: Create): Record<string, string> {
  const shown: Record<string, string> = {};
  if (visibility !== 'PUBLIC') shown['Visible to'] = visibility === 'CONNECTIONS' ? 'connections' : 'members';
  if (isReshareDisabledByAuthor === true) shown['Sharing'] = 'off';
  if (content !== undefined && 'media' in content && content.media.title !== undefined)
    shown['Title'] = content.media.title;
  if (content !== undefined && 'article' in content) {
    const { title, description, source } = content.article;
    Object.assign(shown, { Link: source, 'Title of the link': title });
    if (description) shown['About the link'] = description;
  }
  if (content !== undefined && 'poll' in content) {
    const { question, options, settings } = content.poll;
    Object.assign(shown, { Poll: question, Answers: options.map(({ text }) => text).join(', ') });
    shown['Open for'] = settings.duration.toLowerCase().replace('_', ' ');
  }
  return shown;
}

const finderSchema = z.strictObject({
  q: z.literal('author'),
  author: z.string(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  start: z.coerce.number().int().min(0).default(0),
  sortBy: z.enum(['CREATED', 'LAST_MODIFIED']).default('LAST_MODIFIED'),
  isDsc: z.enum(['true', 'false']).optional(),
});

/** GET /posts: the finder, newest first. */
function findPosts(call: LinkedInCall): Response {
  const { c, store, platform, token } = call;
  const query = finderSchema.safeParse(c.req.query()).data;
  if (query === undefined) return invalid('The query is not as described.');
  if (c.req.header('x-restli-method')?.toUpperCase() !== 'FINDER')
    return invalid('X-RestLi-Method must be FINDER.');
  if (actingAs(call, token, query.author) === null) return denied('the author');
  const posts = store
    .list({ platform, accountId: query.author })
    .filter(({ parentId }) => parentId === null)
    .filter((post) => !isHeldBack(store, post, 'list-lag', listLagMs));
  return elementsOf(posts, query, toElement);
}

function toElement({ externalPostId, accountId, publishedAt, extra, editedAt }: StoredPublication): object {
  const time = Date.parse(publishedAt);
  const content = extra['content'] ?? undefined;
  return {
    id: externalPostId,
    author: accountId,
    commentary: extra['commentary'],
    visibility: extra['visibility'],
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content !== undefined && { content }),
    lifecycleState: 'PUBLISHED',
    lifecycleStateInfo: { isEditedByAuthor: editedAt !== null },
    isReshareDisabledByAuthor: false,
    createdAt: time,
    publishedAt: time,
    lastModifiedAt: editedAt === null ? time : Date.parse(editedAt),
  };
}
