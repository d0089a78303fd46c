import type { Context } from 'hono';
import { answerPublishing, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import type { Params } from './container-params.js';
import { askedError, errorAnswer } from './documented-errors.js';
import { dialect, invalid, noSuchObject } from './errors.js';

/** POST /{media}/comments and POST /{comment}/replies: the id decides which of the two exists. */
export function addComment(
  c: Context<SandboxEnv>,
  store: SandboxStore,
  token: SandboxToken,
  { params, below }: { params: Params; below: 'comments' | 'replies' },
): Response | Promise<Response> {
  const id = c.req.param('id') ?? '';
  const parent = store.find('INSTAGRAM', id);
  const isAnswer = parent !== undefined && parent.parentId !== null;
  if (parent === undefined || isAnswer !== (below === 'replies')) return noSuchObject(id);
  const { message } = params;
  if (message === undefined || message.trim() === '') return invalid('The parameter message is required.');
  const root = rootOf(store, parent);
  if (root.extra['product'] === 'STORY') return invalid('Stories cannot be commented on.');
  if (root.extra['commentsEnabled'] === false) return dialect.commentsDisabled();
  const asked = askedError(store, token, { text: message, at: 'PUBLISH' });
  if (asked !== null) return errorAnswer(asked);
  return answerPublishing(c, store, {
    platform: 'INSTAGRAM',
    token,
    text: message,
    parent,
    dialect,
    accept: () => {
      const commentId = store.newNumericId();
      store.publish({
        platform: 'INSTAGRAM',
        accountId: token.accountId,
        externalPostId: commentId,
        text: message,
        parentId: id,
        rootId: root.externalPostId,
        extra: {},
      });
      return Response.json({ id: commentId });
    },
  });
}

function rootOf(store: SandboxStore, publication: StoredPublication): StoredPublication {
  const { rootId } = publication;
  return (rootId === null ? undefined : store.find('INSTAGRAM', rootId)) ?? publication;
}

/** POST /{media}: comments on or off. */
export function updateMedia(store: SandboxStore, token: SandboxToken, id: string, params: Params): Response {
  const media = store.find('INSTAGRAM', id);
  if (media?.accountId !== token.accountId || media.parentId !== null) return noSuchObject(id);
  const { comment_enabled: enabled } = params;
  if (enabled !== 'true' && enabled !== 'false') {
    return invalid('The parameter comment_enabled is required and must be a boolean.');
  }
  if (media.extra['product'] === 'STORY') return invalid('Comments of stories cannot be changed.');
  const commentsEnabled = enabled === 'true';
  store.update({
    ...media,
    extra: { ...media.extra, commentsEnabled },
    shown: { ...media.shown, Comments: commentsEnabled ? 'on' : 'off' },
  });
  return Response.json({ success: true });
}
