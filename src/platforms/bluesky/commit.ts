import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { isSuccess, readAnswer, unreadable, type PlatformAnswer } from '../kit/call.js';
import type { PlatformFailure, Published } from '../kit/failure.js';
import type { CommitAnswer, Publication } from '../kit/platform.js';
import type { BlueskyContext, BlueskySession } from './context.js';
import { toGates, type NewRecord } from './gates.js';
import { blueskyStateSchema, toRecord } from './record.js';
import { recordAddress, strongRefSchema, type StrongRef } from './refs.js';
import { askServer, postCollection, xrpcErrorName, xrpcFailure } from './xrpc.js';
import { partsOfOwnUrl, type UrlOwner } from '../kit/id-in-url.js';

const siteUrl = 'https://bsky.app';
const noState: PlatformFailure = { kind: 'prepare-again', message: 'The prepared state has no record key.' };

/**
 * Creates the record, and in the same commit of the repository the gates that close its replies or quotes, so the post
 * is never visible without them. Neither call overwrites: if the key is already used, nothing is written.
 */
export async function createPost(
  context: BlueskyContext,
  session: BlueskySession,
  publication: Publication,
  stored: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const state = blueskyStateSchema.safeParse(stored).data;
  if (state === undefined) return noState;
  const access = await context.accessOf(session);
  const uri = uriOf(session, state.rkey);
  const post = { collection: postCollection, rkey: state.rkey, record: toRecord(state, publication) };
  const gates = toGates(publication.options, { uri, rkey: state.rkey, createdAt: state.createdAt });
  const answer = await askServer(session, {
    ...toCall(session.externalAccountId, post, gates),
    method: 'POST',
    access,
    ...(sendBefore && { sendBefore }),
  });
  if (!isSuccess(answer)) return commitFailure(session, publication, answer);
  const created = readCreated(answer);
  if (created?.uri !== uri) return unreadable(answer);
  return { kind: 'published', published: toPublished(session, state.rkey, created, state.reply?.root) };
}

export function uriOf({ externalAccountId }: BlueskySession, rkey: string): string {
  return `at://${externalAccountId}/${postCollection}/${rkey}`;
}

function toCall(repo: string, post: NewRecord, gates: readonly NewRecord[]): { nsid: string; body: object } {
  if (gates.length === 0) return { nsid: 'com.atproto.repo.createRecord', body: { repo, ...post } };
  const writes = [post, ...gates].map(({ collection, rkey, record }) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    collection,
    rkey,
    value: record,
  }));
  return { nsid: 'com.atproto.repo.applyWrites', body: { repo, writes } };
}

/** The response of either call. `applyWrites` lists the post as the first of several writes. */
const createdSchema = z.union([
  strongRefSchema,
  z.object({ results: z.tuple([strongRefSchema], z.unknown()) }).transform(({ results: [post] }) => post),
]);

function readCreated(answer: PlatformAnswer): StrongRef | null {
  return readAnswer(answer, createdSchema);
}

function commitFailure(
  session: BlueskySession,
  { media }: Publication,
  answer: PlatformAnswer,
): PlatformFailure {
  const failure = xrpcFailure(answer, session.clock);
  if (failure.kind !== 'rejected' && failure.kind !== 'ambiguous') return failure;
  const { message } = failure;
  // A server deletes blobs that no record refers to. They can be uploaded again.
  const isLostBlob = answer.status === 400 && /blob/i.test(xrpcErrorName(answer) ?? '');
  if (media.length > 0 && (isLostBlob || /could not find blob/i.test(message))) {
    return { kind: 'upload-again', message };
  }
  // The reference server returns a bare 500 for a key that is already used. Other servers say so in the message. In
  // both cases, a look-up decides.
  return /\balready\b/i.test(message) ? { kind: 'ambiguous', message } : failure;
}

export function toPublished(
  session: BlueskySession,
  rkey: string,
  { uri, cid }: StrongRef,
  root: StrongRef | undefined,
): Published {
  const ref = { uri, cid };
  return {
    externalPostId: uri,
    externalUrl: addressOf(session, uriOf(session, rkey)),
    reference: { ...ref, root: root ?? ref },
  };
}

/** The URL where people see a post, from its at:// URI. */
export function addressOf({ sandboxUrl }: BlueskySession, uri: string): string {
  const { repo, rkey } = recordAddress(uri);
  return `${sandboxUrl ?? siteUrl}/profile/${repo}/post/${rkey}`;
}

const addressPattern = /^\/profile\/(?<owner>[^/]+)\/post\/(?<rkey>[a-z0-9]+)\/?$/i;

/**
 * The at:// URI of a post by the account, from a URL that contains the account's DID or handle. Null for other URLs.
 */
export function uriInAddress(url: URL, owner: UrlOwner): string | null {
  const parts = partsOfOwnUrl(url, owner, [siteUrl], addressPattern);
  return parts === null ? null : `at://${owner.externalAccountId}/app.bsky.feed.post/${parts['rkey'] ?? ''}`;
}
