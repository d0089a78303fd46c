import { expect } from 'vitest';
import type { PublicPost } from '../../../src/platforms/kit/changes.js';
import type { ConnectAnswer, ConnectPlace } from '../../../src/platforms/kit/connect.js';
import type { MeasuredPost } from '../../../src/platforms/kit/metrics.js';
import type { PlatformSession } from '../../../src/platforms/kit/session.js';
import type { Platform, Publication } from '../../../src/platforms/kit/platform.js';
import type { Published } from '../../../src/platforms/kit/failure.js';
import type { RunningSandbox } from '../../../src/sandbox/start-sandbox.js';
import { granted } from '../connect-suite.js';
import type { ContractCase, Subject } from '../contract-case.js';
import type { MediaShelf } from '../media-support.js';
import { publishAll, search, settled } from '../runner.js';
import { publicationOf, type Shapes } from './shapes.js';

export interface Driven {
  subject: Subject;
  platform: Platform;
  sandbox: RunningSandbox;
  shelf: MediaShelf;
}

/**
 * Lets a connector do everything once: publish, measure, edit and delete a post of each shape, handle comments, and
 * read the account.
 */
export async function drive(driven: Driven, shapes: Shapes): Promise<void> {
  const session = await driveAccount(driven);
  const posts: PublicPost[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const publication = publicationOf(driven.shelf, name, shape, posts[0]?.externalPostId);
    const published = await drivePost(driven, session, publication);
    if (posts.length === 0) await driveComments(driven, session, published);
    posts.push({ ...publication, ...published, publishedAt: new Date() });
  }
  await driveMetrics(driven, session, posts);
  // Later posts refer to the first one, so it is changed last.
  for (const post of posts.reverse()) await driveChanges(driven, session, post);
  if (driven.subject.contract.quirks?.cannotRefresh === true) return;
  expect(await driven.platform.refresh(session)).toMatchObject({ kind: 'refreshed' });
}

/** Connects an account if the simulator supports that, and returns a session that can publish. */
async function driveAccount({ subject, platform, sandbox }: Driven): Promise<PlatformSession> {
  const { contract, simulator } = subject;
  const baseUrl = `${sandbox.url}/${simulator.path}`;
  const place = { baseUrl, sandboxUrl: baseUrl };
  for (const answer of await waysOf(platform, contract, place)) {
    const [candidate] = answer.kind === 'granted' ? answer.candidates : [];
    if (candidate === undefined) throw new Error(`Not granted: ${JSON.stringify(answer)}`);
    const connected = { ...place, ...candidate };
    expect(await platform.check?.(connected)).toMatchObject({ kind: 'alive' });
    await platform.revoke?.(connected);
  }
  const externalAccountId = contract.accountIdOf(1001);
  const credentials = simulator.credentialsOf(externalAccountId, 0);
  const session = { externalAccountId, handle: 'official.test', credentials, ...place };
  if (platform.choices !== undefined) {
    expect(await platform.choices.read(session)).toMatchObject({ kind: 'choices' });
  }
  for (const search of Object.values(platform.searches ?? {})) {
    const found = await search.find(session, simulator.accounts[0].handle);
    expect(found).toMatchObject({ kind: 'found', choices: [{}] });
  }
  return session;
}

/** Connects both on the platform's page and with typed credentials, and returns the answers. */
async function waysOf(
  { connect }: Platform,
  { typed }: ContractCase,
  place: ConnectPlace & { sandboxUrl: string },
): Promise<ConnectAnswer[]> {
  const { redirect = null, credentials = null } = connect ?? {};
  const isSimulated = redirect !== null && redirect.inSandbox !== false;
  return [
    ...(isSimulated ? [(await granted({ redirect, place }, { accounts: 'preselected' })).answer] : []),
    ...(credentials !== null && typed !== undefined ? [await credentials.connect(place, typed)] : []),
  ];
}

async function drivePost(
  { subject: { contract }, platform }: Driven,
  session: PlatformSession,
  publication: Publication,
): Promise<Published> {
  const result = await publishAll(platform, session, publication);
  const published = await settled(contract, platform, session, publication, result);
  await platform.readPermalink?.(session, published);
  expect((await platform.addExtras?.(session, publication, published)) ?? []).toEqual([]);
  const { answer, state } = result;
  const known = { ...state, ...(answer.kind === 'ambiguous' ? answer.state : {}) };
  const since = search(publication.key.createdAt);
  for (const each of [known, null]) {
    const found = await platform.findPublished(session, publication, each, since);
    expect(['found', 'absent', 'ambiguous']).toContain(found.kind);
  }
  return published;
}

/** Writes comments as a visitor and as the account, and lists, replies to, hides and deletes them. */
async function driveComments(driven: Driven, session: PlatformSession, published: Published): Promise<void> {
  const { subject, platform, sandbox, shelf } = driven;
  const { comments, limits } = platform;
  const { externalPostId, reference } = published;
  if (!limits.firstComment) return;
  const replyTo = { externalPostId, reference };
  const publication = { ...publicationOf(shelf, 'a first comment', {}), replyTo };
  const first = await drivePost(driven, session, publication);
  await driveChanges(driven, session, { ...publication, ...first, publishedAt: new Date() });
  if (comments === undefined) return;
  expect((await comments.push?.subscribe?.(session))?.kind ?? 'subscribed').toBe('subscribed');
  await visit(sandbox, { platform: subject.definition.name, externalPostId, text: 'a question' });
  const post = { externalPostId, reference, publishedAt: new Date() };
  const listed = await comments.list(session, post, null);
  if (listed.kind !== 'page') throw new Error(`Not listed: ${JSON.stringify(listed)}`);
  const question = listed.comments.find(({ text }) => text === 'a question');
  if (question === undefined) throw new Error('The question is not listed.');
  const { externalCommentId } = question;
  await drivePost(driven, session, {
    ...publicationOf(shelf, 'an answer', {}),
    replyTo: { externalPostId: externalCommentId, reference: question.reference, root: replyTo },
  });
  await comments.list(session, post, listed.cursor);
  for (const isHidden of [true, false]) {
    const hidden = await comments.hiding?.set(session, externalCommentId, isHidden);
    expect(hidden ?? { kind: 'changed' }).toEqual({ kind: 'changed' });
  }
  const removed = await comments.deleting?.remove(session, externalCommentId);
  expect(removed ?? { kind: 'changed' }).toEqual({ kind: 'changed' });
}

async function driveMetrics(
  { platform: { metrics } }: Driven,
  session: PlatformSession,
  posts: readonly MeasuredPost[],
): Promise<void> {
  if (metrics === undefined) return;
  for (let at = 0; at < posts.length; at += metrics.postsPerCallMax) {
    const some = posts.slice(at, at + metrics.postsPerCallMax);
    expect(await metrics.measure(session, some)).toMatchObject({ kind: 'measured' });
  }
}

/** Looks up a post or first comment, edits it if possible, and removes it. */
async function driveChanges({ platform }: Driven, session: PlatformSession, post: PublicPost): Promise<void> {
  const { changes, changeRules } = platform;
  const edited = { text: `${post.text}, corrected` };
  let current = post;
  await changes?.find(session, post);
  if (post.replyTo === null) {
    const answer = await changes?.edit?.(session, post, edited);
    if (answer?.kind === 'edited') current = { ...post, ...answer.published, ...edited };
    else expect(answer?.kind ?? 'not-possible').toBe('not-possible');
    await changes?.find(session, post, edited);
  }
  const rules = post.replyTo === null ? changeRules.removePosts : changeRules.removeComments;
  if (rules === null) return;
  expect(await changes?.remove?.(session, current)).toEqual({ kind: 'removed' });
  await changes?.find(session, current);
}

async function visit({ url }: RunningSandbox, comment: object): Promise<void> {
  const answer = await fetch(`${url}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(comment),
  });
  expect(answer.status).toBe(201);
}
