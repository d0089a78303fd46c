import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { readSuccess, successOf } from '../kit/call.js';
import { PlatformFailed } from '../kit/failure.js';
import type { Publication, ReplyTarget } from '../kit/platform.js';
import type { BlueskySession } from './context.js';
import { findEntities, toFacets, type Facet } from './facets.js';
import { blueskyOptionsSchema, postAddress } from './options.js';
import { blueskyStateSchema, replyRefSchema, type BlueskyState, type ReplyRef } from './record.js';
import { strongRefSchema, type StrongRef } from './refs.js';
import { tidOf } from './tid.js';
import { askServer, xrpcFailure } from './xrpc.js';

/**
 * The maximum of resolved mentions, because each distinct handle costs a request. No ordinary post of 300
 * characters mentions more.
 */
const mentionsResolvedMax = 25;

/**
 * Fixes the parts that must not change between two attempts: the key and the time. The facets, the quote and
 * the reply's parent are kept too, unless their part of the post has been edited since.
 */
export async function prepareRecord(
  session: BlueskySession,
  publication: Publication,
  earlier: JsonObject | null,
): Promise<BlueskyState> {
  const kept = blueskyStateSchema.safeParse(earlier).data;
  const { quoteUri = null } = blueskyOptionsSchema.parse(publication.options ?? {});
  if (kept !== undefined && isOf(kept, publication, quoteUri)) return kept;
  const reply = await findReplyPlace(session, publication.replyTo);
  const facets = await resolveFacets(session, publication.text);
  const quote = quoteUri === null ? null : await findQuote(session, quoteUri);
  return {
    rkey: kept?.rkey ?? (await tidOf(publication.key)),
    createdAt: kept?.createdAt ?? session.clock.now().toISOString(),
    text: publication.text,
    facets,
    reply,
    quote,
  };
}

function isOf(kept: BlueskyState, { text, replyTo }: Publication, quoteUri: string | null): boolean {
  return (
    kept.text === text &&
    (kept.quote?.asked ?? null) === quoteUri &&
    kept.reply?.parent.uri === replyTo?.externalPostId
  );
}

/** Finds the version of the post to quote. A quote refers to one version, which only the network knows. */
async function findQuote(session: BlueskySession, asked: string): Promise<BlueskyState['quote']> {
  const query = postAddress(asked);
  const nsid = 'com.atproto.repo.getRecord';
  if (query === null) throw rejected('The post to quote is not identified by the URL of a post.');
  const answer = await askServer(session, { nsid, method: 'GET', query });
  const ref = successOf(answer, strongRefSchema, (refusal) => xrpcFailure(refusal, session.clock));
  return { asked, ref: { uri: ref.uri, cid: ref.cid } };
}

function rejected(message: string): PlatformFailed {
  return new PlatformFailed({ kind: 'rejected', code: 'PLATFORM_REJECTED', message });
}

const didSchema = z.object({ did: z.string().startsWith('did:') });

async function resolveFacets(session: BlueskySession, text: string): Promise<Facet[]> {
  const entities = findEntities(text);
  const handles = new Set(entities.flatMap((entity) => (entity.kind === 'mention' ? [entity.handle] : [])));
  const didOf = new Map<string, string>();
  for (const handle of [...handles].slice(0, mentionsResolvedMax)) {
    const nsid = 'com.atproto.identity.resolveHandle';
    const answer = await askServer(session, {
      nsid,
      method: 'GET',
      query: { handle },
    });
    const resolved = readSuccess(answer, didSchema);
    if (resolved !== null) didOf.set(handle, resolved.did);
    else if (answer.status === 429) throw new PlatformFailed(xrpcFailure(answer, session.clock));
    // Other failures, such as an unknown handle or an unavailable directory, do not stop the post, because the post
    // matters more than the link in it.
  }
  return toFacets(entities, didOf);
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

/** The first post of the thread of a reply, if we know it. */
function rootOf({ root }: ReplyTarget): StrongRef | undefined {
  const post = referenceSchema.safeParse(root?.reference).data;
  return post && (post.root ?? { uri: post.uri, cid: post.cid });
}

async function findReplyPlace(
  session: BlueskySession,
  replyTo: ReplyTarget | null,
): Promise<ReplyRef | null> {
  if (replyTo === null) return null;
  const known = referenceSchema.safeParse(replyTo.reference).data;
  if (known !== undefined) {
    const parent = { uri: known.uri, cid: known.cid };
    return { root: known.root ?? rootOf(replyTo) ?? parent, parent };
  }
  const [repo, collection, rkey] = replyTo.externalPostId.replace(/^at:\/\//, '').split('/');
  if (repo === undefined || collection === undefined || rkey === undefined) {
    throw rejected('The post to reply to is not identified by an at:// URI.');
  }
  const query = { repo, collection, rkey };
  const nsid = 'com.atproto.repo.getRecord';
  const answer = await askServer(session, { nsid, method: 'GET', query });
  const found = successOf(answer, parentSchema, (refusal) => xrpcFailure(refusal, session.clock));
  const parent = { uri: found.uri, cid: found.cid };
  return { root: found.value.reply?.root ?? parent, parent };
}
