import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  publishAttempts,
  socialAccounts,
  targets,
  webhookEndpoints,
  webhookEvents,
} from '../../src/db/schema/index.js';
import { codeOf, field, type Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { untilLockWaits } from '../harness/lock-waits.js';
import { statusesOf, targetsOf, usePartlyPublic } from './partly-public-support.js';
import { failedComment } from '../harness/leave-targets.js';

const api = useTestApi();
const onPost = usePartlyPublic(api);
const { tenant, post } = onPost;

/** A URL of the post on the website of the sandbox, where these accounts exist. */
const seenUrl = 'http://platform.invalid/profile/tester/post/3kabc';
const unprovenUrls = [
  'http://platform.invalid/profile/somebody/post/3kabc',
  'https://bsky.app/profile/tester/post/3kabc',
];
const elsewhere = 'https://elsewhere.example/profile/tester/post/3kabc';
/** The positions of two accounts: on Bluesky, a URL proves whose post it shows, and on X it does not. */
const [onBluesky, onX] = [0, 1] as const;
/** The id that `seenUrl` names. */
let seenId: string;

async function resolve(
  body: object,
  headers: Record<string, string> = {},
  index: typeof onBluesky | typeof onX = onBluesky,
): Promise<Answer> {
  const targetId = await onPost.targetIdAt(index);
  return api.as({ key: tenant.key }).post(`/posts/${post.id}/targets/${targetId}/resolve`, body, headers);
}
const shownOf = (answer: Answer): unknown => targetsOf(answer)[onBluesky];

interface Told {
  kind: string;
  actor: { kind: string };
  detail: Record<string, unknown>;
}
async function toldOf(...kinds: string[]): Promise<[string, string, Record<string, unknown>][]> {
  const answer = await api.as(tenant).get(`/posts/${post.id}/timeline?kind=${kinds.join(',')}&limit=100`);
  return field<Told[]>(answer, 'data').map(({ kind, actor, detail }) => [kind, actor.kind, detail]);
}
async function eventsOf(): Promise<string[]> {
  const rows = await api.deps.db
    .select({ type: webhookEvents.type })
    .from(webhookEvents)
    .where(eq(webhookEvents.postId, post.id))
    .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.id));
  return rows.map(({ type }) => type);
}

beforeEach(async () => {
  const now = api.clock.now();
  await api.deps.db.insert(webhookEndpoints).values({
    id: api.deps.newId('webhookEndpoint'),
    workspaceId: tenant.workspaceId,
    url: 'https://hooks.invalid/',
    events: ['post.published', 'post.failed'],
    status: 'ENABLED',
    createdAt: now,
    updatedAt: now,
  });
  for (const index of [1, 2] as const)
    await onPost.leaveTarget(index, { status: 'PUBLISHED', externalPostId: 'there', errorCode: null });
  await onPost.leaveTarget(onBluesky, { publishedCaption: null, externalPostId: null });
  await onPost.leaveUnconfirmed(onBluesky);
  const [account] = await api.deps.db
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.id, onPost.accountAt(onBluesky)));
  seenId = `at://${account?.externalAccountId}/app.bsky.feed.post/3kabc`;
});

describe('the decision that an unconfirmed target is public', () => {
  it('makes the target and its post public, with an event and timeline entries', async () => {
    const answer = await resolve({ published: true, externalUrl: seenUrl });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    expect(answer.body).toMatchObject({ status: 'PUBLISHED' });
    expect(shownOf(answer)).toMatchObject({
      status: 'PUBLISHED',
      externalUrl: seenUrl,
      externalPostId: seenId,
      errorCode: null,
      publishedCaption: 'What everybody was to read',
    });
    expect(await eventsOf()).toEqual(['post.published']);
    expect(await toldOf('RESOLVED', 'PUBLISHED', 'FINISHED')).toEqual([
      ['RESOLVED', 'apiKey', { isPublished: true, externalPostId: seenId, externalUrl: seenUrl }],
      ['PUBLISHED', 'apiKey', { step: 'POST' }],
      ['FINISHED', 'system', { status: 'PUBLISHED' }],
    ]);
    expect(codeOf(await onPost.retry())).toBe('INVALID_STATE');
  });

  it('needs no URL, and stores no id from the URL of another user’s post', async () => {
    const foreign = 'http://platform.invalid/profile/somebody_else/post/3k';
    expect(shownOf(await resolve({ published: true, externalUrl: foreign }))).toMatchObject({
      status: 'PUBLISHED',
      externalPostId: null,
      externalUrl: foreign,
    });
    const again = await resolve({ published: true });
    expect([again.status, shownOf(again)]).toMatchObject([200, { externalUrl: foreign }]);
    expect(await eventsOf()).toEqual(['post.published']);
  });

  it.each([
    [{ published: true, externalUrl: 'javascript:alert(1)' }],
    [{ published: true, externalUrl: 'https://me:secret@x.com/i/status/1' }],
    [{ published: true, externalUrl: 'x.com' }],
    [{ published: true, externalUrl: elsewhere }],
    [{ published: true, externalUrl: 'https://notbsky.app/profile/tester/post/3kabc' }],
    [{ published: false, externalUrl: seenUrl }],
    [{ externalUrl: seenUrl }],
  ])('is refused with %j', async (body) => {
    expect(codeOf(await resolve(body))).toBe('VALIDATION_FAILED');
    expect(shownOf(await onPost.read())).toMatchObject({ status: 'FAILED' });
  });

  it('is refused with the websites of the platform if the URL is elsewhere', async () => {
    const answer = await resolve({ published: true, externalUrl: elsewhere });
    expect(answer.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [
        {
          path: 'externalUrl',
          code: 'url_refused',
          message: 'Must be a URL on the website of Bluesky: bsky.app.',
        },
      ],
    });
  });

  it('may be repeated, but not with another URL', async () => {
    const body = { published: true, externalUrl: seenUrl };
    expect((await resolve(body)).status).toBe(200);
    expect((await resolve(body)).status).toBe(200);
    for (const other of [unprovenUrls[0], elsewhere]) {
      const answer = await resolve({ published: true, externalUrl: other });
      expect([answer.status, codeOf(answer)], answer.text).toEqual([409, 'INVALID_STATE']);
      expect(answer.text).toContain(seenUrl);
    }
    expect(shownOf(await onPost.read())).toMatchObject({ externalUrl: seenUrl, externalPostId: seenId });
  });

  it('may be repeated after the platform has reported another URL', async () => {
    const body = { published: true, externalUrl: unprovenUrls[0] };
    expect((await resolve(body)).status).toBe(200);
    await onPost.leaveTarget(onBluesky, { externalUrl: seenUrl });
    expect((await resolve(body)).status).toBe(200);
  });

  it('is refused with the URL of a publication that belongs to another attempt', async () => {
    const ownId = await onPost.targetIdAt(onBluesky);
    const { db, newId } = api.deps;
    const [own] = await db.select().from(publishAttempts).where(eq(publishAttempts.publicationId, ownId));
    if (own === undefined) throw new Error('The target has no attempt.');
    const publicationId = await onPost.targetIdAt(2);
    const other = {
      ...own,
      timelineNumber: undefined,
      publicationId,
      id: newId('attempt'),
      outcome: 'PUBLISHED',
      externalId: seenId,
    } as const;
    await db.insert(publishAttempts).values(other);
    const answer = await resolve({ published: true, externalUrl: seenUrl });
    expect(codeOf(answer), answer.text).toBe('VALIDATION_FAILED');
    expect(answer.body).toMatchObject({
      details: [{ path: 'externalUrl', code: 'belongs_to_another_post' }],
    });
    expect(shownOf(await onPost.read())).toMatchObject({ status: 'FAILED' });
  });

  it('is refused with 409 if the target failed for another reason, and with 404 for a target of another post', async () => {
    await onPost.leaveTarget(onBluesky, { errorCode: 'PLATFORM_REJECTED' });
    for (const published of [true, false]) expect(codeOf(await resolve({ published }))).toBe('INVALID_STATE');
    const comment = failedComment('PUBLISH_UNCONFIRMED');
    await onPost.leaveTarget(onBluesky, { externalPostId: 'at://x', firstComment: 'First!', comment });
    expect((await resolve({ published: false })).text).toContain('retry-first-comment');
    const path = `/posts/${post.id}/targets/tgt_none/resolve`;
    for (const published of [true, false])
      expect(codeOf(await api.as(tenant).post(path, { published }))).toBe('NOT_FOUND');
  });

  it('causes the first comment to be sent once if the URL contains the id', async () => {
    await onPost.leaveTarget(onBluesky, { firstComment: 'First!' });
    const sent = api.starter.commentStarts.length;
    const answer = await resolve({ published: true, externalUrl: seenUrl });
    expect(shownOf(answer)).toMatchObject({ firstCommentStatus: 'SENDING' });
    await resolve({ published: true, externalUrl: seenUrl });
    expect(api.starter.commentStarts.slice(sent)).toMatchObject([
      { targetId: await onPost.targetIdAt(onBluesky) },
    ]);
  });

  it.each<[string, object, string | undefined]>([
    ['there is no URL', {}, undefined],
    ...unprovenUrls.map((url): [string, object, string] => [
      `${url} does not prove whose post it is`,
      {},
      url,
    ]),
    ['the post was canceled', { cancelRequestedAt: new Date() }, seenUrl],
  ])('causes no first comment to be sent if %s, and the target says so', async (_, fields, externalUrl) => {
    await onPost.leaveTarget(onBluesky, { firstComment: 'First!', ...fields });
    const sent = api.starter.commentStarts.length;
    const answer = await resolve({ published: true, externalUrl });
    expect(shownOf(answer)).toMatchObject({
      status: 'PUBLISHED',
      firstCommentErrorCode: externalUrl === seenUrl ? 'FIRST_COMMENT_NOT_SENT' : 'FIRST_COMMENT_IMPOSSIBLE',
    });
    expect(api.starter.commentStarts.length).toBe(sent);
  });

  it('stores no id from a URL on X, because X shows any post under any handle', async () => {
    await onPost.leaveUnconfirmed(onX);
    await onPost.leaveTarget(onX, { externalPostId: null, firstComment: 'First!' });
    const sent = api.starter.commentStarts.length;
    const externalUrl = 'http://platform.invalid/tester/status/1790000000000000001';
    const answer = await resolve({ published: true, externalUrl }, {}, onX);
    expect(targetsOf(answer)[onX]).toMatchObject({
      status: 'PUBLISHED',
      externalUrl,
      externalPostId: null,
      firstCommentErrorCode: 'FIRST_COMMENT_IMPOSSIBLE',
      firstCommentErrorRetryable: 'no',
      firstCommentError: expect.stringContaining('does not know the id of the post') as string,
    });
    expect(api.starter.commentStarts.length).toBe(sent);
    const path = `/posts/${post.id}/targets/${await onPost.targetIdAt(onX)}/retry-first-comment`;
    expect(codeOf(await api.as(tenant).post(path))).toBe('NO_EXTERNAL_ID');
    // The id can become known later, but the author may have written the comment by then.
    await onPost.leaveTarget(onX, { externalPostId: '1790000000000000001' });
    expect(targetsOf(await onPost.read())[onX]).toMatchObject({ firstCommentErrorRetryable: 'no' });
  });

  it('leaves the status of the post to a run that is still working on it', async () => {
    await onPost.leavePost({ status: 'PUBLISHING' });
    await onPost.leaveTarget(1, { status: 'PUBLISHING' });
    const answer = await resolve({ published: true });
    expect(answer.body).toMatchObject({ status: 'PUBLISHING' });
    expect(statusesOf(answer)).toEqual(['PUBLISHED', 'PUBLISHING', 'PUBLISHED']);
    expect(await eventsOf()).toEqual([]);
  });
});

describe('the decision that an unconfirmed target is not public', () => {
  it('retries the target with consent to publish it again', async () => {
    const answer = await resolve({ published: false });
    expect(answer.body).toMatchObject({ status: 'SCHEDULED' });
    expect(statusesOf(answer)).toEqual(['SCHEDULED', 'PUBLISHED', 'PUBLISHED']);
    expect(await onPost.consents()).toEqual([true, false, false]);
    expect(api.starter.starts.at(-1)).toMatchObject({ socialAccountIds: [onPost.accountAt(onBluesky)] });
    const entries = await toldOf('RESOLVED', 'RETRIED');
    expect(entries.map(([kind, , detail]) => [kind, detail['isPublished']])).toEqual([
      ['RESOLVED', false],
      ['RETRIED', undefined],
    ]);
    for (const published of [true, false]) expect(codeOf(await resolve({ published }))).toBe('INVALID_STATE');
  });
});

describe('a decision that conflicts with another event', () => {
  /** Starts the second request while the first one waits for a lock, and then lets both continue. */
  async function together(first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<Answer[]> {
    const both = await api.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select id from posts where id = ${post.id} for update`);
      const calls = [first()];
      await untilLockWaits(api.deps.db, 1);
      calls.push(second());
      return { calls };
    });
    return Promise.all(both.calls);
  }

  it('is applied once if two users decide differently', async () => {
    const answers = await together(
      () => resolve({ published: true }),
      () => resolve({ published: false }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const after = await onPost.read();
    const isPublic = statusesOf(after)[onBluesky] === 'PUBLISHED';
    expect(await onPost.consents()).toEqual([!isPublic, false, false]);
    expect(await toldOf('RESOLVED')).toHaveLength(1);
  });

  it('is refused or applied as a whole if a retry is requested at the same time', async () => {
    const [, retried] = await together(
      () => resolve({ published: true, externalUrl: seenUrl }),
      () => onPost.retry(),
    );
    const isPublic = statusesOf(await onPost.read())[onBluesky] === 'PUBLISHED';
    expect(retried?.status).toBe(isPublic ? 409 : 200);
  });

  it('does not change a success that is recorded at the same time', async () => {
    const targetId = await onPost.targetIdAt(onBluesky);
    const found = {
      status: 'PUBLISHED',
      externalPostId: 'late',
      errorCode: null,
      errorMessage: null,
    } as const;
    const { answering } = await api.deps.db.transaction(async (tx) => {
      await tx.update(targets).set(found).where(eq(targets.id, targetId));
      const answering = resolve({ published: true, externalUrl: seenUrl });
      await untilLockWaits(api.deps.db, 1);
      return { answering };
    });
    const answer = await answering;
    expect(answer.status, answer.text).toBe(200);
    expect(shownOf(answer)).toMatchObject({ externalPostId: 'late' });
    expect(await toldOf('RESOLVED')).toEqual([]);
  });

  it('is kept if the platform reports another publication later, which the timeline records', async () => {
    await resolve({ published: true, externalUrl: seenUrl });
    await onPost.succeedLate(onBluesky);
    expect(shownOf(await onPost.read())).toMatchObject({ externalPostId: seenId, externalUrl: seenUrl });
    const other = `late-${await onPost.targetIdAt(onBluesky)}`;
    expect(await toldOf('OTHER_FOUND')).toEqual([['OTHER_FOUND', 'system', { externalPostId: other }]]);
    expect(await eventsOf()).toEqual(['post.published']);
  });

  it('is completed with the id that the platform reports later if it contained none', async () => {
    await resolve({ published: true });
    await onPost.succeedLate(onBluesky);
    const other = `late-${await onPost.targetIdAt(onBluesky)}`;
    expect(shownOf(await onPost.read())).toMatchObject({ status: 'PUBLISHED', externalPostId: other });
    expect(await toldOf('OTHER_FOUND')).toEqual([]);
    expect(await eventsOf()).toEqual(['post.published', 'post.published']);
  });
});
