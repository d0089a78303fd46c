import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { readMarks } from './marks.js';
import type { PlatformStore, SandboxStore, StoredPublication } from './store.js';
import { revoke, isDead, type SandboxToken } from './tokens.js';

export type SandboxEnv = { Bindings: HttpBindings };

/** The number of seconds that a caller must wait after a 429. */
export const retryAfterSeconds = 2;
export const retryAfter = { 'retry-after': String(retryAfterSeconds) };

/** The rejections of one platform, with its own status codes and texts. */
export interface Dialect {
  reject: () => Response;
  rateLimit: () => Response;
  /** For platforms where apps pay for calls: the app has run out of credits. */
  noCredits?: () => Response;
  /** For platforms that reject a repeated text: the account has already published it. */
  duplicate?: () => Response;
  expiredToken: () => Response;
  commentsDisabled: () => Response;
  serverError: () => Response;
}

/** A request by an account to its platform. */
export interface AccountRequest extends PlatformStore {
  c: Context<SandboxEnv>;
  token: SandboxToken;
  dialect: Dialect;
}

export interface NewPost {
  text: string;
  /** The publication to which the post replies. */
  parent?: StoredPublication | undefined;
  /** Publishes the post and returns the platform's response. */
  accept: () => Response;
}

/** Runs the publish call with the outcome that the marks in the text request. */
export async function answerPublishing(
  { c, store, platform, token, dialect }: AccountRequest,
  { text, parent, accept }: NewPost,
): Promise<Response> {
  const marks = readMarks(text);
  if (marks.slowMs > 0) await delay(marks.slowMs, undefined, { ref: false });
  if (isDead({ store, platform }, token)) return dialect.expiredToken();
  if (marks.has('reject')) return dialect.reject();
  if (parent !== undefined && areCommentsDisabled(store, parent)) return dialect.commentsDisabled();
  if (marks.has('revoked-token')) {
    revoke({ store, platform }, token);
    return dialect.expiredToken();
  }
  const memory = (mark: string): string => `${mark} ${platform} ${token.accountId} ${text}`;
  if (marks.has('expired-token')) {
    const expired = store.note(memory('expired-token'));
    if (expired === undefined) store.setNote(memory('expired-token'), token.refreshes);
    if (token.refreshes <= (expired ?? token.refreshes)) return dialect.expiredToken();
    // The mark is forgotten once it has taken effect, so that it applies to the next post with the same text.
    store.setNote(memory('expired-token'), null);
  }
  const isFirst = (mark: string): boolean =>
    marks.has(mark) && store.isFirst(memory(mark), { alternates: true });
  if (isFirst('rate-limit')) return dialect.rateLimit();
  if (dialect.noCredits !== undefined && isFirst('no-credits')) return dialect.noCredits();
  const isRepeat = marks.has('refuse-duplicate') && store.note(memory('refuse-duplicate')) !== undefined;
  if (dialect.duplicate !== undefined && isRepeat) return dialect.duplicate();
  if (isFirst('drop-before-accept')) return hangUp(c);
  const answer = accept();
  if (marks.has('refuse-duplicate')) store.setNote(memory('refuse-duplicate'), 1);
  if (isFirst('drop-after-accept')) return hangUp(c);
  return isFirst('500-after-accept') ? dialect.serverError() : answer;
}

type NewPublication = Omit<
  Parameters<SandboxStore['publish']>[0],
  'platform' | 'accountId' | 'externalPostId'
>;

/** Stores a publication of the account that makes the call. Default id: a new number. */
export function publishAs(
  { store, platform, token: { accountId } }: Omit<AccountRequest, 'c' | 'dialect'>,
  publication: NewPublication & { externalPostId?: string },
): StoredPublication {
  return store.publish({ platform, accountId, externalPostId: store.newNumericId(), ...publication });
}

function areCommentsDisabled(store: SandboxStore, parent: StoredPublication): boolean {
  const root = parent.rootId === null ? undefined : store.find(parent.platform, parent.rootId);
  return [parent, root].some((post) => post !== undefined && readMarks(post.text).has('comments-disabled'));
}

/** Closes the connection without sending a byte. */
export function hangUp(c: Context<SandboxEnv>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
