import type { Context, Hono } from 'hono';
import { expiredToken, xrpcError } from './errors.js';
import { cidOf } from './ids.js';
import { readEmbed, type BlueskyParts } from './media.js';
import {
  applySchema,
  createSchema,
  deleteSchema,
  postRecordSchema,
  writeFault,
  type PostRecord,
  type RecordWrite,
} from './records.js';
import { shownOf } from './shown.js';
import { recordOf } from './thread.js';
import { jsonOf } from '../../../sandbox/call.js';
import { removePublication } from '../../../sandbox/change-publication.js';
import { answerPublishing, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { ShownMedia, StoredPublication } from '../../../sandbox/store.js';
import { isDead, type SandboxToken } from '../../../sandbox/tokens.js';

const postCollection = 'app.bsky.feed.post';

/** Adds the calls that write to a repository: one record, several in one commit, and the deletion of one. */
export function addBlueskyWrites(app: Hono<SandboxEnv>, parts: BlueskyParts): void {
  app.post('/xrpc/com.atproto.repo.createRecord', async (c) => {
    const input = createSchema.safeParse(await jsonOf({ c })).data;
    if (input === undefined) return badInput();
    const { repo, ...write } = input;
    return writeRecords(c, parts, { repo, writes: [write] }, ([created], commit) => ({ ...created, commit }));
  });
  app.post('/xrpc/com.atproto.repo.applyWrites', async (c) => {
    const input = applySchema.safeParse(await jsonOf({ c })).data;
    if (input === undefined) return badInput();
    return writeRecords(c, parts, input, (created, commit) => ({
      commit,
      results: created.map((result) => ({ $type: 'com.atproto.repo.applyWrites#createResult', ...result })),
    }));
  });
  app.post('/xrpc/com.atproto.repo.deleteRecord', async (c) => {
    const input = deleteSchema.safeParse(await jsonOf({ c })).data;
    return input === undefined ? badInput() : deleteRecord(c, parts, input);
  });
}

/**
 * Deletes a post. The replies to it stay. The answer has no commit if the record did not exist, as on a real server.
 */
function deleteRecord(
  c: Context<SandboxEnv>,
  parts: BlueskyParts,
  { repo, collection, rkey }: { repo: string; collection: string; rkey: string },
): Response | Promise<Response> {
  const token = parts.access.read(c);
  if (token instanceof Response) return token;
  if (repo !== token.accountId) return xrpcError(400, 'InvalidRequest', 'Could not find repo');
  const post = parts.store.find(parts.platform, uriOf(repo, { collection, rkey }));
  if (post === undefined) return isDead(parts, token) ? expiredToken() : Response.json({});
  const answer = (): Response =>
    Response.json({ commit: { cid: cidOf({ deleted: rkey }), rev: parts.store.newNumericId() } });
  return removePublication({ ...parts, c, token }, post, answer, { keepsReplies: true });
}

const badInput = (): Response => xrpcError(400, 'InvalidRequest', 'Input is not a valid write');

interface Created {
  uri: string;
  cid: string;
  validationStatus: 'valid';
}

/** Writes all or nothing: if one record is invalid, or a key is taken, nothing is stored. */
async function writeRecords(
  c: Context<SandboxEnv>,
  parts: BlueskyParts,
  { repo, writes }: { repo: string; writes: RecordWrite[] },
  toBody: (created: Created[], commit: object) => object,
): Promise<Response> {
  const { store, platform, dialect } = parts;
  const token = parts.access.read(c);
  if (token instanceof Response) return token;
  if (repo !== token.accountId) return xrpcError(400, 'InvalidRequest', 'Could not find repo');
  const posts = writes.filter(({ collection }) => collection === postCollection);
  const [post] = posts;
  if (post === undefined || posts.length > 1) {
    return xrpcError(400, 'InvalidRequest', 'The sandbox takes one post a commit.');
  }
  const fault = writes.map(writeFault).find((found) => found !== null) ?? gateFault(repo, post, writes);
  if (fault !== null) return xrpcError(400, 'InvalidRequest', fault);
  const record = postRecordSchema.parse(post.record);
  const media = readEmbed(parts, token.accountId, record.embed);
  if (media instanceof Response) return media;
  if (writes.some((write) => findRecord(parts, uriOf(repo, write)) !== undefined)) {
    return dialect.serverError();
  }
  const parent = record.reply === undefined ? undefined : store.find(platform, record.reply.parent.uri);
  const accept = (): Response => {
    const created = writes.map((write): Created => ({
      uri: uriOf(repo, write),
      cid: cidOf(write.record),
      validationStatus: 'valid',
    }));
    publish(parts, { token, post, record, media, gates: writes.filter((write) => write !== post) });
    return Response.json(toBody(created, { cid: cidOf(created), rev: post.rkey }));
  };
  return answerPublishing({ ...parts, c, token }, { text: record.text, parent, accept });
}

function publish(
  { store, platform }: BlueskyParts,
  written: {
    token: SandboxToken;
    post: RecordWrite;
    record: PostRecord;
    media: ShownMedia[];
    gates: RecordWrite[];
  },
): void {
  const { token, post, record, media, gates } = written;
  store.publish({
    platform,
    accountId: token.accountId,
    externalPostId: uriOf(token.accountId, post),
    text: record.text,
    parentId: record.reply?.parent.uri ?? null,
    rootId: record.reply?.root.uri ?? null,
    extra: {
      cid: cidOf(post.record),
      record: post.record,
      ...(gates.length === 0
        ? {}
        : { gates: Object.fromEntries(gates.map((gate) => [gate.collection, gate.record])) }),
    },
    media,
    shown: shownOf(store, record, gates),
  });
}

/** The error if a gate belongs to another post. A real server would store such a gate, and apps would ignore it. */
function gateFault(repo: string, post: RecordWrite, writes: RecordWrite[]): string | null {
  const isForeign = writes.some(
    ({ collection, rkey, record }) =>
      collection !== postCollection && (rkey !== post.rkey || record['post'] !== uriOf(repo, post)),
  );
  return isForeign ? 'A gate must have the key of its post, and name it.' : null;
}

function uriOf(repo: string, { collection, rkey }: Pick<RecordWrite, 'collection' | 'rkey'>): string {
  return `at://${repo}/${collection}/${rkey}`;
}

/** Finds a record by its URI. A gate is stored with its post. */
export function findRecord(
  { store, platform }: BlueskyParts,
  uri: string,
): { uri: string; cid: string; value: unknown } | undefined {
  const [repo = '', collection = '', rkey = ''] = uri.replace('at://', '').split('/');
  const postUri = uriOf(repo, { collection: postCollection, rkey });
  const post = store.find(platform, postUri);
  if (post === undefined) return undefined;
  if (collection === postCollection) return { uri, cid: String(post.extra['cid']), value: recordOf(post) };
  const value = gateIn(post, collection);
  return value === undefined ? undefined : { uri, cid: cidOf(value), value };
}

function gateIn({ extra }: StoredPublication, collection: string): object | undefined {
  const held = gatesOf(extra['gates'])[collection];
  return typeof held === 'object' && held !== null ? held : undefined;
}

function gatesOf(gates: unknown): Record<string, unknown> {
  return typeof gates === 'object' && gates !== null ? { ...gates } : {};
}
