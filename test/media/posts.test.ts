import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets, targets } from '../../src/db/schema/index.js';
import { eq } from 'drizzle-orm';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { loadPublicationMedia } from '../../src/services/publishing/internal/publication-media.js';
import { ahead, call, codeOf, field } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintTenant, type Tenant } from '../harness/tenants.js';
import { serveHttp, type LoopbackServer } from '../security/loopback.js';
import { bodyOf, filesIn, image, presign, setPlan, upload, type Media } from './support.js';
import { asTarget } from '../../src/services/post-records/records.js';

interface Post {
  id: string;
  status: string;
  updatedAt: string;
  media: { mediaAssetId: string; order: number; altText: string | null }[];
  mediaAltText: Record<string, string>;
  targets: { mediaIds: string[] }[];
}

const guarded = createGuardedFetch({ policy: { allowCidrs: ['127.0.0.1/32'] } });
const api = useTestApi({ media: { fetch: guarded } });
let tenant: Tenant;
let source: LoopbackServer;
/** The requested paths. `/missing` does not exist, and `/n` is image number n. */
let asked: string[] = [];
beforeAll(async () => {
  source = await serveHttp((request, response) => {
    asked.push(request.url ?? '');
    const seed = Number(request.url?.slice(1));
    if (Number.isNaN(seed)) response.writeHead(404).end();
    else void image(seed).then((bytes) => response.end(bytes));
  });
});
afterAll(async () => {
  await guarded[Symbol.asyncDispose]();
  await source[Symbol.asyncDispose]();
});

async function mint(): Promise<Tenant> {
  asked = [];
  return (tenant = await mintTenant(api));
}

const at = (name: number | string): string => `http://127.0.0.1:${source.port}/${name}`;
const send = (method: string, path: string, body: Record<string, unknown>) =>
  call(api, method, path, { key: tenant.key, body });
const create = (body: Record<string, unknown>) =>
  send('POST', '/posts', { content: 'Hello', platforms: [{ accountId: tenant.accountIds[0] }], ...body });
const libraryIds = async (): Promise<string[]> => {
  const answer = await call(api, 'GET', `/media?workspaceId=${tenant.workspaceId}&sort=createdAt`, {
    key: tenant.key,
  });
  return field<Media[]>(answer, 'data').map(({ id }) => id);
};
const idsOf = (post: Post): string[] => post.media.map(({ mediaAssetId }) => mediaAssetId);

describe('the media of a post', () => {
  it('Posts 4: keep their order and their alt texts, both for the post and for a target', async () => {
    await mint();
    const [a, b, c] = [
      await upload(api, tenant, await image(1), { altText: 'A' }),
      await upload(api, tenant, await image(2)),
      await upload(api, tenant, await image(3)),
    ];
    const answer = await create({
      mediaIds: [c.id, a.id, b.id],
      mediaAltText: { [c.id]: 'C here' },
      platforms: [
        { accountId: tenant.accountIds[0] },
        { accountId: tenant.accountIds[1], mediaIds: [b.id, a.id] },
      ],
    });
    expect(answer.status, answer.text).toBe(201);
    const post = bodyOf<Post>(answer);
    expect(post.media).toMatchObject([
      { mediaAssetId: c.id, order: 0, altText: 'C here' },
      { mediaAssetId: a.id, order: 1, altText: null },
      { mediaAssetId: b.id, order: 2, altText: null },
    ]);
    expect(post.targets.map(({ mediaIds }) => mediaIds)).toEqual([[], [b.id, a.id]]);
    const patched = bodyOf<Post>(await send('PATCH', `/posts/${post.id}`, { mediaIds: [a.id, c.id] }));
    expect(patched.media).toMatchObject([
      { mediaAssetId: a.id, order: 0, altText: null },
      { mediaAssetId: c.id, order: 1, altText: 'C here' },
    ]);
  });

  it('have the alt texts of the post even if only a target uses them', async () => {
    await mint();
    const [own, beside] = [
      await upload(api, tenant, await image(6)),
      await upload(api, tenant, await image(7)),
    ];
    const made = await create({
      mediaIds: [own.id],
      mediaAltText: { [own.id]: 'Own', [beside.id]: 'Beside' },
      platforms: [
        { accountId: tenant.accountIds[0] },
        { accountId: tenant.accountIds[1], mediaIds: [beside.id, own.id] },
      ],
    });
    expect(made.status, made.text).toBe(201);
    const { id, mediaAltText } = bodyOf<Post>(made);
    expect(mediaAltText).toEqual({ [own.id]: 'Own', [beside.id]: 'Beside' });
    const published = async (): Promise<(string | null)[]> => {
      const rows = await api.deps.db
        .select()
        .from(targets)
        .where(eq(targets.postId, id))
        .orderBy(targets.order);
      if (rows[1] === undefined) throw new Error('the post has one target');
      const loaded = await loadPublicationMedia(api.deps, asTarget(rows[1]));
      return 'media' in loaded ? loaded.media.map(({ altText }) => altText) : [];
    };
    expect(await published()).toEqual(['Beside', 'Own']);
    await send('PATCH', `/posts/${id}`, { content: 'Other words' });
    expect(await published()).toEqual(['Beside', 'Own']);
    await send('PATCH', `/posts/${id}`, { mediaAltText: { [beside.id]: 'Said anew' } });
    expect(bodyOf<Post>(await call(api, 'GET', `/posts/${id}`, { key: tenant.key })).mediaAltText).toEqual({
      [own.id]: 'Own',
      [beside.id]: 'Said anew',
    });
    expect(await published()).toEqual(['Said anew', 'Own']);
    // The target's asset becomes one of the post's own media, and keeps its alternative text there.
    const joined = bodyOf<Post>(await send('PATCH', `/posts/${id}`, { mediaIds: [own.id, beside.id] }));
    expect(joined.media.map(({ altText }) => altText)).toEqual(['Own', 'Said anew']);
    expect(await published()).toEqual(['Said anew', 'Own']);
  });

  it('are identified by their path when they are refused', async () => {
    await mint();
    const fine = await upload(api, tenant, await image(8));
    const body = {
      mediaIds: [fine.id],
      platforms: [
        { accountId: tenant.accountIds[0] },
        { accountId: tenant.accountIds[1], mediaIds: [fine.id, 'med_doesnotexist0000'] },
      ],
    };
    const expected = [{ path: 'platforms.1.mediaIds.1', code: 'unknown_media' }];
    expect(field(await create(body), 'details')).toMatchObject(expected);
    expect(field(await send('POST', '/posts/validate', { content: 'x', ...body }), 'findings')).toMatchObject(
      expected,
    );
    const { id } = bodyOf<Post>(await create({ mediaIds: [fine.id] }));
    const { platforms } = body;
    expect(field(await send('PATCH', `/posts/${id}`, { platforms }), 'details')).toMatchObject(expected);
  });

  it('are the only media for which alt texts are accepted', async () => {
    await mint();
    const [own, beside, other] = [
      await upload(api, tenant, await image(9)),
      await upload(api, tenant, await image(10)),
      await upload(api, tenant, await image(11)),
    ];
    const [first, second] = tenant.accountIds;
    const platforms = [{ accountId: first }, { accountId: second, mediaIds: [beside.id] }];
    const body = { mediaIds: [own.id], platforms };
    const slip = { ...body, mediaAltText: { [own.id]: 'Own', [beside.id]: 'Beside', [other.id]: 'Slip' } };
    const expected = [{ path: `mediaAltText.${other.id}`, code: 'unknown_media' }];
    const refused = await create(slip);
    expect(refused).toMatchObject({ status: 400 });
    expect(field(refused, 'code')).toBe('VALIDATION_FAILED');
    expect(field(refused, 'details')).toMatchObject(expected);
    expect(field(await send('POST', '/posts/validate', { content: 'x', ...slip }), 'findings')).toMatchObject(
      expected,
    );
    const { id } = bodyOf<Post>(await create({ ...body, mediaAltText: { [beside.id]: 'Beside' } }));
    const named = (assetId: string) => ({ mediaAltText: { [assetId]: 'Said anew' } });
    const patched = await send('PATCH', `/posts/${id}`, named(other.id));
    expect(patched).toMatchObject({ status: 400 });
    expect(field(patched, 'details')).toMatchObject(expected);
    // The check uses the media as they are after the update.
    expect((await send('PATCH', `/posts/${id}`, { mediaIds: [other.id], ...named(own.id) })).status).toBe(
      400,
    );
    expect((await send('PATCH', `/posts/${id}`, { mediaIds: [other.id], ...named(other.id) })).status).toBe(
      200,
    );
    expect((await send('PATCH', `/posts/${id}`, named(beside.id))).status).toBe(200);
  });

  it('must belong to the workspace, be complete, and not be deleted', async () => {
    await mint();
    const elsewhere = await mintTenant(api);
    const foreign = await upload(api, elsewhere, await image(4));
    const { media: pending } = await presign(api, tenant, { mime: 'image/png', sizeBytes: 100 });
    const gone = await upload(api, tenant, await image(5));
    await call(api, 'DELETE', `/media/${gone.id}`, { key: tenant.key });
    const refused: [string, string][] = [
      [foreign.id, 'unknown_media'],
      ['med_doesnotexist0000', 'unknown_media'],
      [pending.id, 'media_not_ready'],
      [gone.id, 'unknown_media'],
    ];
    for (const [id, code] of refused) {
      for (const body of [
        { mediaIds: [id] },
        { platforms: [{ accountId: tenant.accountIds[0], mediaIds: [id] }] },
      ]) {
        const answer = await create(body);
        expect(codeOf(answer)).toBe('VALIDATION_FAILED');
        expect(field<{ code: string }[]>(answer, 'details').map((detail) => detail.code)).toEqual([code]);
      }
    }
  });

  it('Media 7: may not be deleted while posts wait to be published with them', async () => {
    await mint();
    const [used, free] = [
      await upload(api, tenant, await image(6)),
      await upload(api, tenant, await image(7)),
    ];
    const scheduledFor = ahead(api);
    const first = bodyOf<Post>(await create({ mediaIds: [used.id], scheduledFor }));
    const inTarget = { accountId: tenant.accountIds[0], mediaIds: [used.id] };
    const second = bodyOf<Post>(await create({ platforms: [inTarget], scheduledFor }));
    await create({ mediaIds: [free.id] });
    const remove = (id: string) => call(api, 'DELETE', `/media/${id}`, { key: tenant.key });
    const refused = await remove(used.id);
    expect(refused.body).toMatchObject({ statusCode: 409, code: 'MEDIA_IN_USE', postCount: 2 });
    for (const { id } of [first, second]) await api.act(tenant, id, 'cancel');
    expect((await remove(used.id)).status).toBe(204);
    // A draft keeps the id of a deleted asset, and cannot be scheduled with it.
    expect((await remove(free.id)).status).toBe(204);
    const again = await send('POST', `/posts/${first.id}/schedule`, { scheduledAt: ahead(api) });
    expect(codeOf(again)).toBe('VALIDATION_FAILED');
  });

  it('are either attached to a post or deleted if both happen at once', async () => {
    await mint();
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const { id } = await upload(api, tenant, await image(100 + round));
      const [made, removed] = await Promise.all([
        create({ mediaIds: [id], scheduledFor: ahead(api) }),
        call(api, 'DELETE', `/media/${id}`, { key: tenant.key }),
      ]);
      outcomes.add(`${made.status} ${removed.status}`);
    }
    for (const outcome of outcomes) expect(['201 409', '400 204']).toContain(outcome);
  });

  it('must exist for an edit that schedules the post, even if the edit does not mention them', async () => {
    await mint();
    const { id } = await upload(api, tenant, await image(40));
    const inTarget = { accountId: tenant.accountIds[0], mediaIds: [id] };
    const drafts = [{ mediaIds: [id] }, { platforms: [inTarget] }];
    const made = await Promise.all(drafts.map(async (draft) => bodyOf<Post>(await create(draft))));
    expect((await call(api, 'DELETE', `/media/${id}`, { key: tenant.key })).status).toBe(204);
    for (const draft of made) {
      const answer = await send('PATCH', `/posts/${draft.id}`, { scheduledFor: ahead(api) });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
      expect(field<{ code: string }[]>(answer, 'details')[0]?.code).toBe('unknown_media');
      const without = { mediaIds: [], targets: [{ socialAccountId: tenant.accountIds[0] }] };
      const freed = await send('PATCH', `/posts/${draft.id}`, { ...without, scheduledFor: ahead(api) });
      expect(freed.body, freed.text).toMatchObject({ status: 'SCHEDULED' });
    }
  });

  it('are either scheduled with a post by an edit or deleted if both happen at once', async () => {
    await mint();
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const { id } = await upload(api, tenant, await image(200 + round));
      const draft = bodyOf<Post>(await create({ mediaIds: [id] }));
      const [edited, removed] = await Promise.all([
        send('PATCH', `/posts/${draft.id}`, { scheduledFor: ahead(api) }),
        call(api, 'DELETE', `/media/${id}`, { key: tenant.key }),
      ]);
      outcomes.add(`${edited.status} ${removed.status}`);
    }
    for (const outcome of outcomes) expect(['200 409', '400 204']).toContain(outcome);
  });
});

describe('media from URLs', () => {
  it('Posts 5: are fetched in order, each once, and precede the media that are given by id', async () => {
    await mint();
    const own = await upload(api, tenant, await image(20));
    const answer = await create({
      mediaItems: [
        { url: at(21), altText: 'First', filename: '21.png' },
        { url: at(22) },
        { url: at(21), altText: 'First', filename: '21.png' },
      ],
      mediaIds: [own.id],
      platforms: [
        { accountId: tenant.accountIds[0] },
        { accountId: tenant.accountIds[1], mediaItems: [{ url: at(23) }, { url: at(22) }] },
      ],
    });
    expect(answer.status, answer.text).toBe(201);
    const post = bodyOf<Post>(answer);
    const [first = '', second = '', third, last] = idsOf(post);
    expect([third, last]).toEqual([first, own.id]);
    expect(post.targets[0]?.mediaIds).toEqual([]);
    expect(post.targets[1]?.mediaIds[1]).toBe(second);
    expect(asked.toSorted()).toEqual(['/21', '/22', '/23']);
    const shown = await call(api, 'GET', `/media/${first}`, { key: tenant.key });
    expect(shown.body).toMatchObject({ status: 'READY', altText: 'First', originalFilename: '21.png' });
  });

  it('are not stored if one of them fails, or if the post is refused', async () => {
    await mint();
    const before = filesIn(api.mediaFolder);
    const missing = await create({ mediaItems: [{ url: at(30) }, { url: at('missing') }, { url: at(31) }] });
    expect(missing.body).toMatchObject({ code: 'FETCH_FAILED', status: 404, path: 'mediaItems.1.url' });
    const hostile = await create({ mediaItems: [{ url: 'http://169.254.169.254/latest' }, { url: at(30) }] });
    expect(hostile.body).toMatchObject({
      code: 'URL_REJECTED',
      reason: 'private_address',
      path: 'mediaItems.0.url',
    });
    const bad = await create({ mediaItems: [{ url: at(30) }], mediaIds: ['med_doesnotexist0000'] });
    expect(codeOf(bad)).toBe('VALIDATION_FAILED');
    expect(await libraryIds()).toEqual([]);
    expect(filesIn(api.mediaFolder)).toEqual(before);
  });

  it('are not fetched for a post that already exists, or for a user who may not write', async () => {
    await mint();
    const body = { mediaItems: [{ url: at(40) }], clientReferenceId: 'once' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(body)));
    expect(new Set(answers.map((answer) => field<string>(answer, 'id'))).size).toBe(1);
    expect(await libraryIds()).toHaveLength(1);
    const asksBefore = asked.length;
    expect((await create(body)).status).toBe(200);
    await mintTenant(api).then((stranger) =>
      call(api, 'POST', '/posts', {
        key: stranger.key,
        body: { platforms: [{ accountId: tenant.accountIds[0] }], mediaItems: [{ url: at(41) }] },
      }),
    );
    expect(asked).toHaveLength(asksBefore);
  });

  it('replace the media of a post in an update, and repeating the update changes nothing', async () => {
    await mint();
    const own = await upload(api, tenant, await image(50));
    const post = bodyOf<Post>(await create({ mediaIds: [own.id] }));
    const patch = { mediaItems: [{ url: at(51), altText: 'New' }], mediaIds: [own.id] };
    const once = bodyOf<Post>(await send('PATCH', `/posts/${post.id}`, patch));
    expect(idsOf(once)).toHaveLength(2);
    expect(idsOf(once)[1]).toBe(own.id);
    api.clock.shiftMs += 1_000;
    const twice = bodyOf<Post>(await send('PATCH', `/posts/${post.id}`, patch));
    expect(twice).toEqual(once);
    expect(await libraryIds()).toHaveLength(2);
    const items = bodyOf<Post>(await send('PATCH', `/posts/${post.id}`, { mediaItems: [{ url: at(52) }] }));
    expect(idsOf(items)).toHaveLength(1);
  });

  it('cannot be combined with media ids within one target', async () => {
    await mint();
    const target = { accountId: tenant.accountIds[0], mediaIds: ['med_x'], mediaItems: [{ url: at(60) }] };
    const answer = await create({ platforms: [target] });
    expect(codeOf(answer)).toBe('MUST_SPECIFY_EXACTLY_ONE');
    expect(asked).toEqual([]);
  });

  it('count against the storage of the plan', async () => {
    await mint();
    const now = api.deps.clock.now();
    const { workspaceId } = tenant;
    const id = api.deps.newId('mediaAsset');
    await api.deps.db
      .insert(mediaAssets)
      .values({ id, workspaceId, sizeBytes: 5 * 1024 ** 3, createdAt: now, updatedAt: now });
    await setPlan(api, tenant, 'DEVELOPER');
    expect(codeOf(await create({ mediaItems: [{ url: at(70) }] }))).toBe('STORAGE_LIMIT');
    await api.deps.db.delete(mediaAssets).where(eq(mediaAssets.id, id));
    expect((await create({ mediaItems: [{ url: at(70) }] })).status).toBe(201);
  });
});
