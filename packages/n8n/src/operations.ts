import type { IDataObject } from 'n8n-workflow';
import type { Call } from './call.js';
import { addFromUrl, upload } from './media.js';
import { send } from './request.js';

export type Result = IDataObject | IDataObject[];
type Operation = (call: Call) => Promise<Result>;

/** How far "now" is in the future, because the server may ask platforms before it stores the post. The dashboard has the same. */
const leadMs = 15_000;

/** The earliest time that is certainly accepted, by the clock of the server. */
async function soonest({ functions, itemIndex }: Call): Promise<string> {
  const query = { limit: 1 };
  const { headers } = await send(functions, { method: 'GET', path: '/workspaces', query, itemIndex });
  const toldMs = Date.parse(headers['date'] as string);
  return new Date((Number.isNaN(toldMs) ? Date.now() : toldMs) + leadMs).toISOString();
}

/** Returns the items of a list, which is a text with commas or the list that an expression returns. */
const words = (value: unknown): string[] =>
  (Array.isArray(value) ? value : String(value).split(','))
    .map((word) => String(word).trim())
    .filter(Boolean);

function targetsOf(call: Call, { targets, firstComment }: IDataObject): object {
  if (targets === undefined)
    return words(call.value('accounts')).map((socialAccountId) => ({
      socialAccountId,
      ...(firstComment !== undefined && { firstComment }),
    }));
  if (typeof targets !== 'string') return targets as object;
  try {
    return JSON.parse(targets) as object;
  } catch {
    return call.refuse('Targets is not valid JSON.');
  }
}

interface MetadataEntry {
  key: string;
  value: string;
}

async function postOf(call: Call): Promise<IDataObject> {
  const publish = call.text('publish');
  const { targets, firstComment, mediaIds, mediaUrls, metadata, ...others } = call.fields('options');
  const entries = (metadata as { entry?: MetadataEntry[] } | undefined)?.entry;
  return {
    ...others,
    caption: call.value('caption') as string,
    targets: targetsOf(call, { targets, firstComment }),
    ...(mediaIds !== undefined && { mediaIds: words(mediaIds) }),
    ...(mediaUrls !== undefined && { mediaItems: words(mediaUrls).map((url) => ({ url })) }),
    ...(entries !== undefined && {
      metadata: Object.fromEntries(entries.map(({ key, value }) => [key, value])),
    }),
    ...(publish === 'atTime' && { scheduledFor: call.time(call.value('scheduledFor')) }),
    ...(publish === 'now' && { scheduledFor: await soonest(call) }),
  };
}

/**
 * The reference makes the creation safe to repeat. A key would not help: a repeat with another body is refused, and the
 * time of "now" differs each time.
 */
async function createPost(call: Call): Promise<IDataObject> {
  const body = { clientReferenceId: call.onceKey('/posts'), ...(await postOf(call)) };
  return call.request({ method: 'POST', path: '/posts', body });
}

const onPost =
  (action: string, bodyOf?: (call: Call) => IDataObject): Operation =>
  (call) =>
    call.post(`/posts/${idOf(call, 'postId')}/${action}`, bodyOf && { body: bodyOf(call) });

const idOf = (call: Call, name: string): string => encodeURIComponent(call.text(name));
const scheduledAt = (call: Call): IDataObject => ({ scheduledAt: call.time(call.value('scheduledAt')) });

/** The filters of a list. Several values of one are separated by commas. */
function filters(call: Call): IDataObject {
  const isTime = (name: string): boolean => /(After|Before)$|^(since|until)$/.test(name);
  return Object.fromEntries(
    Object.entries(call.fields('filters')).map(([name, value]) => [
      name,
      isTime(name) ? call.time(value) : Array.isArray(value) ? words(value).join(',') : value,
    ]),
  );
}

/** The operations of the node, by resource and operation. */
export const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  post: {
    create: createPost,
    validate: async (call) =>
      call.request({ method: 'POST', path: '/posts/validate', body: await postOf(call) }),
    get: (call) => call.get(`/posts/${idOf(call, 'postId')}`),
    getAll: (call) => call.list('/posts', filters(call)),
    getMetrics: (call) => call.get(`/posts/${idOf(call, 'postId')}/metrics`),
    schedule: onPost('schedule', scheduledAt),
    reschedule: onPost('reschedule', scheduledAt),
    cancel: onPost('cancel'),
    retry: onPost('retry'),
  },
  media: { addFromUrl, upload },
  account: { getAll: (call) => call.list('/social-accounts', filters(call)) },
  comment: {
    getAll: (call) => call.list('/comments', filters(call)),
    reply: (call) =>
      call.post(`/comments/${idOf(call, 'commentId')}/reply`, {
        body: { text: call.value('text') as string },
      }),
  },
};
