import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mediaAssets, memberships, targets, workspaces } from '../../src/db/schema/index.js';
import { sweepMedia } from '../../src/services/media/sweep.js';
import { loadPublicationMedia } from '../../src/services/publishing/internal/publication-media.js';
import { untilLockWaits } from '../harness/lock-waits.js';
import { ahead, call, codeOf, field, type Answer, type TestSession } from '../harness/api.js';
import {
  mintAccount,
  mintKey,
  mintSession,
  mintTenant,
  mintWorkspaceOf,
  type Tenant,
} from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';
import { image, setPlan, sha256Of, upload, type Media } from './support.js';
import { asTarget } from '../../src/services/post-records/records.js';

const api = useTestApi();

/** Two workspaces of one person: posts are written in the first, and their media are in the library of the second. */
let home: Tenant;
let library: Tenant;
let session: TestSession;
let bytes: Buffer;
let asset: Media;
let seed = 0;

beforeEach(async () => {
  home = await mintTenant(api);
  library = { ...home, workspaceId: await mintWorkspaceOf(api, home.userId) };
  session = await mintSession(api, home.userId);
  bytes = await image((seed += 1));
  asset = await upload(api, library, bytes);
});

const bodyWith = (mediaId: string, more: object = {}): object => ({
  content: 'Hello',
  platforms: [{ accountId: home.accountIds[0] }],
  mediaIds: [mediaId],
  ...more,
});
const create = (caller: { key: string }, mediaId: string, more?: object): Promise<Answer> =>
  api.as(caller).post('/posts', bodyWith(mediaId, more));
const made = (answer: Answer): string => {
  expect(answer.status, answer.text).toBe(201);
  return field<string>(answer, 'id');
};
const scheduled = async (mediaId = asset.id): Promise<string> =>
  made(await create(home, mediaId, { scheduledFor: ahead(api) }));
const removeAsset = (id = asset.id): Promise<Answer> => api.as(home).delete(`/media/${id}`);
const removeWorkspace = ({ workspaceId }: Tenant): Promise<Answer> =>
  call(api, 'DELETE', `/workspaces/${workspaceId}`, { session });
const leave = async ({ workspaceId }: Tenant, userId: string): Promise<void> => {
  // There must be another owner before the owner can leave.
  const { userId: successor } = await api.mintUser();
  await api.addMember(workspaceId, successor, 'OWNER');
  const theirs = await api.deps.db.select().from(memberships).where(eq(memberships.userId, userId));
  const own = theirs.find((row) => row.workspaceId === workspaceId);
  await api.deps.db.delete(memberships).where(eq(memberships.id, own?.id ?? ''));
};

describe('media of another workspace of the same owner', () => {
  it('can be used in a post and in a target by a user who may write media in both workspaces', async () => {
    const inTarget = { mediaIds: [], platforms: [{ accountId: home.accountIds[1], mediaIds: [asset.id] }] };
    const valid = await api.as(home).post('/posts/validate', bodyWith(asset.id));
    expect(valid.body, valid.text).toMatchObject({ valid: true });
    const id = made(await create(home, asset.id));
    made(await create(home, asset.id, inTarget));
    const later = made(await api.as(home).post('/posts', bodyWith(asset.id, { mediaIds: [] })));
    const patched = await api.as(home).patch(`/posts/${later}`, { mediaIds: [asset.id] });
    expect(patched.body).toMatchObject({ media: [{ mediaAssetId: asset.id }] });
    const shown = await api.as(home).get(`/posts/${id}?expand=media.asset`);
    expect(shown.body).toMatchObject({
      workspaceId: home.workspaceId,
      media: [{ asset: { id: asset.id, workspaceId: library.workspaceId } }],
    });
  });

  it('can be used by an editor of both workspaces if they have the same owner', async () => {
    const editor = await api.mintMember(home.workspaceId, 'EDITOR');
    await api.addMember(library.workspaceId, editor.userId, 'EDITOR');
    made(await create(editor, asset.id));
  });

  it('are read for publishing, and not deleted by the sweep', async () => {
    const postId = await scheduled();
    api.clock.shiftMs += 48 * 3_600_000;
    await sweepMedia(api.deps);
    const [target] = await api.deps.db.select().from(targets).where(eq(targets.postId, postId));
    if (target === undefined) throw new Error('the post has no target');
    const loaded = await loadPublicationMedia(api.deps, asTarget(target));
    const files = 'media' in loaded ? loaded.media : [];
    const read: Uint8Array[] = [];
    for await (const chunk of files[0]?.open({ start: 0, end: asset.sizeBytes }) ?? []) read.push(chunk);
    expect(sha256Of(Buffer.concat(read))).toBe(asset.sha256);
    api.clock.shiftMs = 0;
  });
});

describe('media of another workspace', () => {
  /** Callers who have no access to the media, each with the reason. */
  const callers: [string, () => Promise<{ key: string }>][] = [
    ['to users who are not in that workspace', () => api.mintMember(home.workspaceId, 'EDITOR')],
    [
      'to a key of that workspace only',
      async () => ({ key: await mintKey(api, home.userId, [home.workspaceId]) }),
    ],
    [
      'to users who may only read there',
      async () => {
        const editor = await api.mintMember(home.workspaceId, 'EDITOR');
        await api.addMember(library.workspaceId, editor.userId, 'CLIENT_REVIEWER');
        return editor;
      },
    ],
    [
      'to keys if its plan has no API',
      async () => {
        await setPlan(api, library, 'FREE');
        return home;
      },
    ],
    [
      'to its former owner, who is an admin of it now',
      async () => {
        await leave(library, home.userId);
        await api.addMember(library.workspaceId, home.userId, 'ADMIN');
        return home;
      },
    ],
    [
      'to users who may write in both, if they have no common owner',
      async () => {
        const other = await mintTenant(api);
        const editor = await api.mintMember(home.workspaceId, 'EDITOR');
        await api.addMember(other.workspaceId, editor.userId, 'EDITOR');
        asset = await upload(api, other, await image((seed += 1)));
        return editor;
      },
    ],
  ];

  it.each(callers)('are treated as unknown: %s', async (_, mint) => {
    const caller = await mint();
    const draftId = made(await api.as(caller).post('/posts', bodyWith(asset.id, { mediaIds: [] })));
    const answersTo = async (mediaId: string): Promise<unknown[]> => {
      const inTarget = [{ accountId: home.accountIds[0], mediaIds: [mediaId] }];
      const answers = [
        await create(caller, mediaId),
        await create(caller, mediaId, { mediaIds: [], platforms: inTarget }),
        await api.as(caller).patch(`/posts/${draftId}`, { mediaIds: [mediaId] }),
        await api.as(caller).patch(`/posts/${draftId}`, { platforms: inTarget }),
        await api.as(caller).post('/posts/validate', bodyWith(mediaId)),
      ];
      return answers.map(({ status, text, headers }) => ({
        status,
        text: text.replaceAll(headers.get('x-request-id') ?? '?', 'ID').replaceAll(mediaId, 'MEDIA'),
      }));
    };
    const foreign = await answersTo(asset.id);
    expect(foreign).toEqual(await answersTo('med_doesnotexist0000'));
    expect(JSON.stringify(foreign[0])).toContain('unknown_media');
  });
});

describe('a reader of a post with media of another workspace', () => {
  it('can read each file, also of a target, but change none of them', async () => {
    const reviewer = await api.mintMember(home.workspaceId, 'CLIENT_REVIEWER');
    const as = api.as(reviewer);
    const scopedKey = await mintKey(api, home.userId, [home.workspaceId]);
    const shown = (caller: { key: string }): Promise<Answer> => api.as(caller).get(`/media/${asset.id}`);
    expect(codeOf(await shown(reviewer))).toBe('NOT_FOUND');
    expect(codeOf(await shown({ key: scopedKey }))).toBe('FORBIDDEN_WORKSPACE');

    const inTarget = [{ accountId: home.accountIds[0], mediaIds: [asset.id] }];
    const id = made(await create(home, asset.id, { mediaIds: [], platforms: inTarget }));
    for (const caller of [reviewer, { key: scopedKey }])
      expect((await shown(caller)).body).toMatchObject({ id: asset.id, status: 'READY' });
    expect(codeOf(await as.patch(`/media/${asset.id}`, { altText: 'x' }))).toBe('NOT_FOUND');
    expect(codeOf(await as.delete(`/media/${asset.id}`))).toBe('NOT_FOUND');
    const stranger = await mintTenant(api);
    expect(codeOf(await shown(stranger))).toBe('NOT_FOUND');

    expect((await api.as(home).delete(`/posts/${id}`)).status).toBe(204);
    expect(codeOf(await shown(reviewer))).toBe('NOT_FOUND');
  });
});

describe('a change of the owner of a workspace', () => {
  it('hides the workspace’s files in a draft elsewhere, but not in a post that waits for its time', async () => {
    const draftId = made(await create(home, asset.id));
    const shown = async (): Promise<unknown[]> => [
      (await api.as(home).get(`/media/${asset.id}`)).status,
      field(await api.as(home).get(`/posts/${draftId}?expand=media.asset`), 'media'),
    ];
    expect(await shown()).toMatchObject([200, [{ asset: { id: asset.id } }]]);
    await leave(library, home.userId);
    expect(await shown()).toMatchObject([404, [{ mediaAssetId: asset.id, asset: null }]]);
    const waits = await api.as(home).patch(`/posts/${draftId}`, { scheduledFor: ahead(api) });
    expect(waits.body, waits.text).toMatchObject({ status: 'SCHEDULED' });
    expect(await shown()).toMatchObject([200, [{ asset: { id: asset.id } }]]);
  });

  it('does not prevent the deletion of the workspace that has the files', async () => {
    await scheduled();
    const { userId } = await api.mintUser();
    await api.addMember(home.workspaceId, userId, 'OWNER');
    const rows = await api.deps.db.select().from(memberships).where(eq(memberships.userId, home.userId));
    const own = rows.find(({ workspaceId }) => workspaceId === home.workspaceId);
    expect((await removeWorkspace(library)).body).toMatchObject({ code: 'MEDIA_IN_USE', postCount: 1 });
    await api.deps.db.delete(memberships).where(eq(memberships.id, own?.id ?? ''));
    expect((await removeWorkspace(library)).status).toBe(204);
  });
});

describe('media that a post already has', () => {
  it('may be kept in edits by users who cannot access the other workspace', async () => {
    const id = made(await create(home, asset.id));
    const editor = await api.mintMember(home.workspaceId, 'EDITOR');
    const as = api.as(editor);
    const kept = await as.patch(`/posts/${id}`, { content: 'Other words', mediaIds: [asset.id] });
    expect(kept.body, kept.text).toMatchObject({
      caption: 'Other words',
      media: [{ mediaAssetId: asset.id }],
    });
    const toTarget = [{ accountId: home.accountIds[0], mediaIds: [asset.id] }];
    expect((await as.patch(`/posts/${id}`, { platforms: toTarget })).status).toBe(200);
    expect((await as.post(`/posts/${id}/schedule`, { scheduledAt: ahead(api) })).status).toBe(200);
    const another = await upload(api, library, await image((seed += 1)));
    const refused = await as.patch(`/posts/${id}`, { mediaIds: [asset.id, another.id] });
    expect(field(refused, 'details')).toMatchObject([{ path: 'mediaIds.1', code: 'unknown_media' }]);
    expect(codeOf(await create(editor, asset.id))).toBe('VALIDATION_FAILED');
  });

  it('are kept after the workspaces get different owners, and cannot be used for other posts', async () => {
    const id = made(await create(home, asset.id));
    const waiting = await scheduled();
    await leave(library, home.userId);
    const rescheduled = await api
      .as(home)
      .patch(`/posts/${id}`, { mediaIds: [asset.id], scheduledFor: ahead(api) });
    expect(rescheduled.body, rescheduled.text).toMatchObject({ status: 'SCHEDULED' });
    expect(codeOf(await create(home, asset.id))).toBe('VALIDATION_FAILED');
    // Posts of another owner do not prevent the deletion of the file. They fail visibly.
    const owner = await api.mintMember(library.workspaceId, 'OWNER');
    expect((await api.as(owner).delete(`/media/${asset.id}`)).status).toBe(204);
    const [target] = await api.deps.db.select().from(targets).where(eq(targets.postId, waiting));
    if (target === undefined) throw new Error('the post has no target');
    expect(await loadPublicationMedia(api.deps, asTarget(target))).toMatchObject({
      unavailable: expect.stringContaining(asset.id) as string,
    });
    await api.act(home, id, 'cancel');
    const revived = await api.act(home, id, 'schedule', { scheduledAt: ahead(api) });
    expect(codeOf(revived)).toBe('VALIDATION_FAILED');
  });
});

describe('deleting media that posts of another workspace use', () => {
  it('Media 7: is refused while any of these posts waits, whichever workspace it is in', async () => {
    const besideIt = await mintAccount(api, library.workspaceId, 'X');
    const own = made(
      await create(home, asset.id, { platforms: [{ accountId: besideIt }], scheduledFor: ahead(api) }),
    );
    const first = await scheduled();
    const inTarget = [{ accountId: home.accountIds[0], mediaIds: [asset.id] }];
    const second = made(
      await create(home, asset.id, { mediaIds: [], platforms: inTarget, scheduledFor: ahead(api) }),
    );
    const refused = await removeAsset();
    expect(refused.body).toMatchObject({ statusCode: 409, code: 'MEDIA_IN_USE', postCount: 3 });
    for (const postId of [own, first]) await api.act(home, postId, 'cancel');
    expect((await removeAsset()).body).toMatchObject({ code: 'MEDIA_IN_USE', postCount: 1 });
    await api.as(home).patch(`/posts/${second}`, { platforms: [{ accountId: home.accountIds[0] }] });
    expect((await removeAsset()).status).toBe(204);
  });

  it('either happens or is refused if the media are attached at the same time', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const { id } = await upload(api, library, await image(500 + round));
      const [attached, removed] = await Promise.all([
        create(home, id, { scheduledFor: ahead(api) }),
        removeAsset(id),
      ]);
      outcomes.add(`${attached.status} ${removed.status}`);
    }
    for (const outcome of outcomes) expect(['201 409', '400 204']).toContain(outcome);
  });

  it('is refused together with their workspace while these posts wait, and possible afterwards', async () => {
    const postId = await scheduled();
    const refused = await removeWorkspace(library);
    expect(refused.body).toMatchObject({ statusCode: 409, code: 'MEDIA_IN_USE', postCount: 1 });
    expect((await api.as(home).get(`/media/${asset.id}`)).body).toMatchObject({ status: 'READY' });
    await api.act(home, postId, 'cancel');
    expect((await removeWorkspace(library)).status).toBe(204);
    const revived = await api.act(home, postId, 'schedule', { scheduledAt: ahead(api) });
    expect(codeOf(revived)).toBe('VALIDATION_FAILED');
  });

  it('is possible once the workspace of the posts has been deleted', async () => {
    await scheduled();
    expect((await removeWorkspace(home)).status).toBe(204);
    expect((await removeAsset()).status).toBe(204);
  });

  it('happens before or after a concurrent use in a post if their workspace is deleted', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const other = { ...home, workspaceId: await mintWorkspaceOf(api, home.userId) };
      const { id } = await upload(api, other, await image(600 + round));
      const [attached, removed] = await Promise.all([
        create(home, id, { scheduledFor: ahead(api) }),
        removeWorkspace(other),
      ]);
      outcomes.add(`${attached.status} ${removed.status}`);
    }
    for (const outcome of outcomes) expect(['201 409', '400 204']).toContain(outcome);
  });
});

describe('a post with media of its own workspace only', () => {
  it('does not refer to another workspace, when it is created and when its text is edited', async () => {
    const own = await upload(api, home, await image((seed += 1)));
    // A write to the other workspace would wait for this lock.
    await api.deps.db.transaction(async (tx) => {
      await tx.execute(sql`lock table foreign_media in share mode`);
      const id = made(await create(home, own.id));
      const edited = await api.as(home).patch(`/posts/${id}`, { content: 'Other words' });
      expect(edited.body, edited.text).toMatchObject({ caption: 'Other words' });
    });
  });

  it('locks its workspace first, like a deletion of the workspace, so that the two cannot deadlock', async () => {
    const own = await upload(api, home, await image((seed += 1)));
    let created: Promise<Answer> | undefined;
    await api.deps.db.transaction(async (tx) => {
      await tx.select().from(workspaces).where(eq(workspaces.id, home.workspaceId)).for('no key update');
      created = create(home, own.id);
      await untilLockWaits(api.deps.db, 1);
      const free = tx.select({ id: mediaAssets.id }).from(mediaAssets).where(eq(mediaAssets.id, own.id));
      expect(await free.for('update', { skipLocked: true })).toEqual([{ id: own.id }]);
    });
    if (created === undefined) throw new Error('no post was asked for');
    made(await created);
  });
});
