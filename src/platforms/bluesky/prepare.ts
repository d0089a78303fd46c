import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { isSuccess, readAnswer } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, ReplyTarget } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import type { BlueskyContext } from './context.js';
import { findEntities, toFacets, type Facet } from './facets.js';
import { blueskyOptionsSchema, postAddress } from './options.js';
import { blueskyStateSchema, replyRefSchema, type BlueskyState, type ReplyRef } from './record.js';
import { strongRefSchema, type StrongRef } from './refs.js';
import { tidOf } from './tid.js';
import { xrpc, xrpcFailure } from './xrpc.js';

/** Each distinct handle costs a request. No ordinary post of 300 characters mentions more. */
const mentionsResolvedMax = 25;

type Result<T> = { value: T } | { failure: PlatformFailure };

/**
 * Fixes what must not change between two attempts: the key and the time. The facets, the quote and the reply's parent
 * are kept too, unless their part of the post has been edited since.
 */
export async function prepareRecord(
  context: BlueskyContext,
  session: PlatformSession,
  publication: Publication,
  earlier: JsonObject | null,
): Promise<Result<BlueskyState>> {
  const kept = blueskyStateSchema.safeParse(earlier).data;
  const { quoteUri = null } = blueskyOptionsSchema.parse(publication.options ?? {});
  if (kept !== undefined && isOf(kept, publication, quoteUri)) return { value: kept };
  const reply = await findReplyPlace(context, session, publication.replyTo);
  if ('failure' in reply) return reply;
  const facets = await resolveFacets(context, session, publication.text);
  if ('failure' in facets) return facets;
  const quote = quoteUri === null ? { value: null } : await findQuote(context, session, quoteUri);
  if ('failure' in quote) return quote;
  return {
    value: {
      rkey: kept?.rkey ?? (await tidOf(publication.key)),
      createdAt: kept?.createdAt ?? context.clock.now().toISOString(),
      text: publication.text,
      facets: facets.value,
      reply: reply.value,
      quote: quote.value,
    },
  };
}

function isOf(kept: BlueskyState, { text, replyTo }: Publication, quoteUri: string | null): boolean {
  return (
    kept.text === text &&
    (kept.quote?.asked ?? null) === quoteUri &&
    kept.reply?.parent.uri === replyTo?.externalPostId
  );
}

/** A quote refers to one version of a post, which only the network knows. */
async function findQuote(
  context: BlueskyContext,
  session: PlatformSession,
  asked: string,
): Promise<Result<BlueskyState['quote']>> {
  const query = postAddress(asked);
  const nsid = 'com.atproto.repo.getRecord';
  if (query === null) return rejected('The post to quote is not identified by the URL of a post.');
  const result = await xrpc(context.safeFetch, { ...context.at(session), nsid, method: 'GET', query });
  if ('failure' in result) return result;
  const ref = isSuccess(result.answer) ? readAnswer(result.answer, strongRefSchema) : null;
  return ref === null
    ? { failure: xrpcFailure(result.answer, context.clock) }
    : { value: { asked, ref: { uri: ref.uri, cid: ref.cid } } };
}

function rejected(message: string): { failure: PlatformFailure } {
  return { failure: { kind: 'rejected', code: 'PLATFORM_REJECTED', message } };
}

const didSchema = z.object({ did: z.string().startsWith('did:') });

async function resolveFacets(
  context: BlueskyContext,
  session: PlatformSession,
  text: string,
): Promise<Result<Facet[]>> {
  const entities = findEntities(text);
  const handles = new Set(entities.flatMap((entity) => (entity.kind === 'mention' ? [entity.handle] : [])));
  const didOf = new Map<string, string>();
  for (const handle of [...handles].slice(0, mentionsResolvedMax)) {
    const nsid = 'com.atproto.identity.resolveHandle';
    const result = await xrpc(context.safeFetch, {
      ...context.at(session),
      nsid,
      method: 'GET',
      query: { handle },
    });
    if ('failure' in result) return result;
    const resolved = isSuccess(result.answer) ? readAnswer(result.answer, didSchema) : null;
    if (resolved !== null) didOf.set(handle, resolved.did);
    else if (result.answer.status === 429) return { failure: xrpcFailure(result.answer, context.clock) };
    // Anything else: an unknown handle, or a directory that is down. The post matters more than the link in it.
  }
  return { value: toFacets(entities, didOf) };
}

const referenceSchema = z.object({
  uri: z.string(),
  cid: z.string(),
  root: strongRefSchema.nullable().optional(),
});
const parentSchema = z.object({
  uri: z.string(),
  cid: z.string(),
  value: z.object({ reply: replyRefSchema.optional() }),
});

/** The post of the comment, if we know it. */
function rootOf({ root }: ReplyTarget): StrongRef | undefined {
  const post = referenceSchema.safeParse(root?.reference).data;
  return post && (post.root ?? { uri: post.uri, cid: post.cid });
}

async function findReplyPlace(
  context: BlueskyContext,
  session: PlatformSession,
  replyTo: ReplyTarget | null,
): Promise<Result<ReplyRef | null>> {
  if (replyTo === null) return { value: null };
  const known = referenceSchema.safeParse(replyTo.reference).data;
  if (known !== undefined) {
    const parent = { uri: known.uri, cid: known.cid };
    return { value: { root: known.root ?? rootOf(replyTo) ?? parent, parent } };
  }
  const [repo, collection, rkey] = replyTo.externalPostId.replace(/^at:\/\//, '').split('/');
  if (repo === undefined || collection === undefined || rkey === undefined) {
    return rejected('The post to reply to is not identified by an at:// URI.');
  }
  const query = { repo, collection, rkey };
  const nsid = 'com.atproto.repo.getRecord';
  const result = await xrpc(context.safeFetch, { ...context.at(session), nsid, method: 'GET', query });
  if ('failure' in result) return result;
  const found = isSuccess(result.answer) ? readAnswer(result.answer, parentSchema) : null;
  if (found === null) return { failure: xrpcFailure(result.answer, context.clock) };
  const parent = { uri: found.uri, cid: found.cid };
  return { value: { root: found.value.reply?.root ?? parent, parent } };
}
