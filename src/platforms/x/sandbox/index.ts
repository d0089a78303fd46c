import { Hono } from 'hono';
import { bearerOf, jsonOf, readBearerToken, type Call, type Register } from '../../../sandbox/call.js';
import {
  commentOfOwner,
  editPublication,
  hideComment,
  removePublication,
} from '../../../sandbox/change-publication.js';
import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing, publishAs, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { grantedScopes, tokenPair } from '../../../sandbox/tokens.js';
import { xAccountOf, xAccounts } from './accounts.js';
import { createDialect, notFound, notPermitted, premiumMissing, problem, unauthorized } from './errors.js';
import { addXMedia, mediaKeyOf, type TakeMedia } from './media.js';
import { lookUpTweets } from './look-up.js';
import { addXOAuth } from './oauth.js';
import { findUser } from './people.js';
import { searchRecent, xVisitors } from './search.js';
import { rendered, weightedLength } from './text.js';
import { editControlsOf, listTweets } from './timeline.js';
import { createSchema, hiddenSchema, shownOf } from './tweet.js';

const freeLengthMax = 280;

/** Simulates the X API v2. Any user exists; the id in the token is the user's id. */
function create(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, platform } = parts;
  const app = new Hono<SandboxEnv>();
  const dialect = createDialect(store);
  const on: Register = (method, path, operation, handler) => {
    app.on(method, path, (c) => {
      store.countCall(platform, operation);
      // When a post is created, the state of its token is checked only after its data.
      const token = operation === 'createTweet' ? readBearerToken(c) : bearerOf(c, parts);
      return token === null ? unauthorized() : handler({ ...parts, c, token, dialect });
    });
  };
  const takeMedia = addXMedia(on, parts);
  on('POST', '/2/tweets', 'createTweet', (call) => createTweet(call, takeMedia));
  on('GET', '/2/users/me', 'me', ({ token }) => Response.json({ data: xAccountOf(token.accountId) }));
  on('GET', '/2/users/by/username/:username', 'userByUsername', findUser);
  on('GET', '/2/users/:id/tweets', 'userTweets', listTweets);
  on('GET', '/2/tweets', 'lookUpTweets', lookUpTweets);
  on('GET', '/2/tweets/search/recent', 'searchRecent', searchRecent);
  on('DELETE', '/2/tweets/:id', 'deleteTweet', deleteTweet);
  on('PUT', '/2/tweets/:id/hidden', 'hideReply', hideReply);
  addXOAuth(app, parts);
  return app;
}

async function createTweet(call: Call, takeMedia: TakeMedia): Promise<Response> {
  const { store, platform, token, dialect } = call;
  const input = createSchema.safeParse(await jsonOf(call)).data;
  if (input === undefined) return dialect.reject();
  const { text = '', poll, quote_tweet_id: quotedId } = input;
  const mediaIds = input.media?.media_ids ?? [];
  const media = mediaIds.length === 0 ? [] : takeMedia(token.accountId, mediaIds);
  if (media === null) return problem(400, 'Invalid Request', 'Your media IDs are invalid.');
  const parentId = input.reply?.in_reply_to_tweet_id ?? null;
  const parent = parentId === null ? undefined : store.find(platform, parentId);
  if (parentId !== null && parent === undefined) {
    const detail = 'You attempted to reply to a Tweet that is deleted or not visible to you.';
    return problem(403, 'Forbidden', detail);
  }
  if (quotedId !== undefined && readMarks(text).has('no-quotes')) return notPermitted();
  if (quotedId !== undefined && store.find(platform, quotedId) === undefined) return dialect.reject();
  if (readMarks(text).has('no-subscription') && weightedLength(text) > freeLengthMax) return notPermitted();
  const isReplyToOther = parent !== undefined && parent.accountId !== token.accountId;
  const content = {
    text,
    extra: {
      mediaKeys: mediaIds.map(mediaKeyOf),
      isEditable: poll === undefined && input.community_id === undefined && !isReplyToOther,
      ...(quotedId !== undefined && { quotedId }),
      ...(poll && { poll: { id: store.newNumericId(), options: poll.options } }),
    },
    media,
    shown: shownOf(input),
  };
  const created = (id: string): Response =>
    Response.json({ data: { id, text: rendered(text) } }, { status: 201 });
  if (input.edit_options !== undefined) {
    return editTweet(call, input.edit_options.previous_post_id, content, created);
  }
  const accept = (): Response => {
    const place = { parentId, rootId: parent?.rootId ?? parentId };
    return created(publishAs(call, { ...content, ...place }).externalPostId);
  };
  return answerPublishing(call, { text, parent, accept });
}

/**
 * Replaces a post with a new one that has its own id, as an edit on X does. Fields that the request leaves out are
 * removed.
 */
function editTweet(
  call: Call,
  previousId: string,
  content: Pick<StoredPublication, 'text' | 'extra' | 'media' | 'shown'>,
  created: (id: string) => Response,
): Response | Promise<Response> {
  const { store, platform, token } = call;
  const post = store.find(platform, previousId);
  if (post?.externalPostId !== previousId) return notFound();
  if (readMarks(content.text).has('no-premium')) return premiumMissing();
  if (post.accountId !== token.accountId) return notPermitted();
  const controls = editControlsOf(post);
  const isOver = Date.parse(controls.editable_until) < store.now().getTime();
  if (isOver || !controls.is_edit_eligible || controls.edits_remaining <= 0) {
    return problem(403, 'Forbidden', 'This post cannot be edited.');
  }
  const externalPostId = store.newNumericId();
  const earlierIds = [...post.earlierIds, previousId];
  return editPublication(call, post, { ...content, externalPostId, earlierIds }, () =>
    created(externalPostId),
  );
}

/** DELETE /2/tweets/{id}: deletes a post of the account. The replies to it stay. */
function deleteTweet(call: Call): Response | Promise<Response> {
  const { c, store, platform, token } = call;
  const post = store.find(platform, c.req.param('id') ?? '');
  if (post === undefined) return notFound();
  if (post.accountId !== token.accountId) return notPermitted();
  const answer = (): Response => Response.json({ data: { deleted: true } });
  return removePublication(call, post, answer, { keepsReplies: true });
}

/** PUT /2/tweets/{id}/hidden: hides a reply in a conversation that the account began, or shows it again. */
async function hideReply(call: Call): Promise<Response> {
  const { c, token, dialect } = call;
  if (grantedScopes(call, token)?.includes('tweet.moderate.write') === false) return notPermitted();
  const input = hiddenSchema.safeParse(await jsonOf(call)).data;
  if (input === undefined) return dialect.reject();
  const reply = commentOfOwner(call, c.req.param('id') ?? '');
  if (reply === undefined) return notFound();
  return hideComment(call, reply, input.hidden, () => Response.json({ data: { hidden: input.hidden } }));
}

export const simulator: Simulator = {
  create,
  uploadPath: /\/append$/,
  marks: {
    'no-credits': 'The first attempt gets 402, as if the app had no credits. The next one is accepted.',
    'no-premium': 'An edit is rejected, as if the account had not paid for X Premium.',
    'no-quotes': 'A post that quotes another is rejected, as X does for self-serve apps.',
    'no-subscription': 'A long post is rejected, as if the account had not paid for long posts.',
    'refuse-duplicate': 'Once the text is published, the same text is rejected as a duplicate.',
  },
  badgeColor: '#333',
  counters: ['impressions', 'likes', 'shares', 'saves'],
  hasThreads: true,
  postPages: [{ path: '/:handle/status/:id' }],
  comments: xVisitors,
  accounts: xAccounts,
  credentialsOf: tokenPair,
};
