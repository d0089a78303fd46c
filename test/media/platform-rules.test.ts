import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { mediaRenditions, postEvents, targets } from '../../src/db/schema/index.js';
import { overrideDeps } from '../../src/services/shared/override-deps.js';
import { loadPublicationMedia } from '../../src/services/publishing/internal/publication-media.js';
import { ahead, call, codeOf, field, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { mintTenant } from '../harness/tenants.js';
import { video } from './videos.js';
import { photo, plain } from './images.js';
import { image, sha256Of, upload, type Media } from './support.js';
import { asTarget } from '../../src/services/post-records/records.js';

const api = useTestApi();
const tenant = useTenant(api);
let accounts: { bluesky: string; x: string; threads: string };

beforeAll(() => {
  const [bluesky, x, threads] = tenant.accountIds;
  accounts = { bluesky, x, threads };
});

interface Body {
  mediaIds?: string[];
  mediaAltText?: Record<string, string>;
  targets: { socialAccountId: string; mediaIds?: string[]; platformOptions?: Record<string, unknown> }[];
}

const send = (path: string, body: Body, draft = false): Promise<Answer> =>
  call(api, 'POST', path, {
    key: tenant.key,
    body: { caption: 'With pictures', ...(draft ? {} : { scheduledFor: ahead(api) }), ...body },
  });

const details = (answer: Answer): { path: string; code: string; limit?: number; actual?: number }[] =>
  field(answer, 'details');

async function images(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let seed = 0; seed < count; seed += 1) ids.push((await upload(api, tenant, await image(seed))).id);
  return ids;
}

const uploadAs = (mime: string, bytes: Buffer, extra: Record<string, unknown> = {}): Promise<Media> =>
  upload(api, tenant, bytes, { mime, ...extra });

describe('the media of a post', () => {
  it('are checked against the rules of each platform: errors contain the path, the rule, the limit and the value', async () => {
    const mediaIds = await images(5);
    const body: Body = {
      mediaIds,
      targets: [{ socialAccountId: accounts.threads }, { socialAccountId: accounts.x }],
    };
    const refused = [{ path: 'mediaIds', code: 'media_count_exceeded', limit: 4, actual: 5 }];
    for (const draft of [true, false]) {
      const answer = await send('/posts', body, draft);
      expect([answer.status, codeOf(answer)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
      expect(details(answer)).toMatchObject(refused);
      expect(answer.text).toContain('X: ');
    }
    const validated = await send('/posts/validate', body);
    expect(validated.status).toBe(200);
    expect(field(validated, 'valid')).toBe(false);
    expect(field<{ findings: object[] }[]>(validated, 'targets')[1]?.findings).toMatchObject(refused);
  });

  it('may be fewer for one target than for the whole post', async () => {
    const mediaIds = await images(5);
    const answer = await send('/posts', {
      mediaIds,
      targets: [
        { socialAccountId: accounts.threads },
        { socialAccountId: accounts.x, mediaIds: mediaIds.slice(0, 2) },
      ],
    });
    expect(answer.status, answer.text).toBe(201);
  });

  it('are identified in errors by their position', async () => {
    const [first = ''] = await images(1);
    const long = await uploadAs('image/png', await plain(1_200, 50).png().toBuffer());
    const answer = await send('/posts', {
      targets: [{ socialAccountId: accounts.threads, mediaIds: [first, long.id] }],
    });
    expect(details(answer)).toMatchObject([
      { path: 'targets.0.mediaIds.1', code: 'media_ratio_too_high', limit: 10, actual: 24 },
    ]);
  });

  it('may include videos only if the platform accepts them', async () => {
    const slow = await uploadAs('video/mp4', await video({ framesPerSecond: 10 }));
    const post = { targets: [{ socialAccountId: accounts.threads, mediaIds: [slow.id] }] };
    expect(details(await send('/posts', post))).toMatchObject([
      { code: 'media_frame_rate_too_low', limit: 23, actual: 10 },
    ]);
    const webm = await uploadAs('video/webm', await video({ container: 'webm' }));
    const toBluesky = { targets: [{ socialAccountId: accounts.bluesky, mediaIds: [webm.id] }] };
    expect(details(await send('/posts', toBluesky))).toMatchObject([{ code: 'media_type_not_allowed' }]);
  });

  it('must have a type that the platform accepts, or are refused with UNSUPPORTED_MIME and the type', async () => {
    const webm = await uploadAs('video/webm', await video({ container: 'webm' }));
    const entry = { accountId: accounts.bluesky, captionOverride: 'x'.repeat(400), mediaIds: [webm.id] };
    for (const scheduledFor of [ahead(api), null]) {
      const body = { content: 'Hello', platforms: [entry], scheduledFor };
      const answer = await call(api, 'POST', '/posts', { key: tenant.key, body });
      expect([answer.status, answer.body]).toMatchObject([
        400,
        {
          code: 'UNSUPPORTED_MIME',
          mime: 'video/webm',
          path: 'platforms.0.mediaIds.0',
          message: expect.stringMatching(
            /^platforms\.0\.mediaIds\.0: BLUESKY: .*video\/webm \(and 1 more\)\.$/,
          ) as string,
          details: [
            { path: 'platforms.0.mediaIds.0', code: 'media_type_not_allowed', mime: 'video/webm' },
            { path: 'platforms.0.captionOverride', code: 'text_too_long' },
          ],
        },
      ]);
    }
  });

  it('have limited alt texts, of which the post’s one is checked before the asset’s', async () => {
    const asset = await uploadAs('image/png', await image(3), { altText: 'a'.repeat(1_001) });
    const body = { mediaIds: [asset.id], targets: [{ socialAccountId: accounts.x }] };
    expect(details(await send('/posts', body))).toMatchObject([
      { path: 'mediaIds.0', code: 'alt_text_too_long', limit: 1_000, actual: 1_001 },
    ]);
    const answer = await send('/posts', { ...body, mediaAltText: { [asset.id]: 'short' } });
    expect(answer.status, answer.text).toBe(201);
  });

  it('can be published without a text', async () => {
    const mediaIds = await images(1);
    const answer = await call(api, 'POST', '/posts', {
      key: tenant.key,
      body: { caption: '', scheduledFor: ahead(api), mediaIds, targets: [{ socialAccountId: accounts.x }] },
    });
    expect(answer.status, answer.text).toBe(201);
  });

  it('are checked again when they change, and when the post is scheduled', async () => {
    const mediaIds = await images(5);
    const created = await send('/posts', {
      mediaIds: mediaIds.slice(0, 4),
      targets: [{ socialAccountId: accounts.x }],
    });
    const id = field<string>(created, 'id');
    const changed = await call(api, 'PATCH', `/posts/${id}`, { key: tenant.key, body: { mediaIds } });
    expect([changed.status, codeOf(changed)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
  });

  it('are not described in errors if they belong to another workspace', async () => {
    const other = await mintTenant(api);
    const foreign = await upload(api, other, await plain(1_200, 50).png().toBuffer(), { mime: 'image/png' });
    const answer = await send('/posts/validate', {
      targets: [{ socialAccountId: accounts.threads, mediaIds: [foreign.id] }],
    });
    expect(answer.text).toContain('unknown_media');
    expect(answer.text).not.toContain('media_ratio');
  });
});

describe('the file that a platform receives for an image', () => {
  async function targetOf(socialAccountId: string, asset: Media) {
    const answer = await send('/posts', { targets: [{ socialAccountId, mediaIds: [asset.id] }] });
    expect(answer.status, answer.text).toBe(201);
    const postId = field<string>(answer, 'id');
    const [target] = await api.deps.db.select().from(targets).where(eq(targets.postId, postId));
    if (target === undefined) throw new Error('the post has no target');
    return asTarget(target);
  }

  async function mediumOf(target: Awaited<ReturnType<typeof targetOf>>) {
    const loaded = await loadPublicationMedia(api.deps, target);
    if ('unavailable' in loaded) throw new Error(loaded.unavailable);
    const [medium] = loaded.media;
    if (medium === undefined) throw new Error('there is no medium');
    const chunks: Uint8Array[] = [];
    for await (const chunk of medium.open({ start: 0, end: medium.sizeBytes })) chunks.push(chunk);
    return { medium, bytes: Buffer.concat(chunks) };
  }

  const events = (targetId: string) =>
    api.deps.db
      .select()
      .from(postEvents)
      .where(and(eq(postEvents.targetId, targetId), eq(postEvents.kind, 'RENDITION_MADE')));

  it('is the original if it complies with the rules', async () => {
    const bytes = await photo(300, 300).jpeg().toBuffer();
    const target = await targetOf(accounts.x, await uploadAs('image/jpeg', bytes));
    expect((await mediumOf(target)).medium).toMatchObject({ mime: 'image/jpeg', sha256: sha256Of(bytes) });
    expect(await events(target.id)).toEqual([]);
  });

  it('is a rendition otherwise, made once and recorded once in the timeline', async () => {
    const original = await photo(1_400, 1_000).jpeg({ quality: 100 }).toBuffer();
    expect(original.length).toBeGreaterThan(1_000_000);
    const asset = await uploadAs('image/jpeg', original);
    const target = await targetOf(accounts.bluesky, asset);
    const first = await mediumOf(target);
    expect(first.medium.sizeBytes).toBeLessThanOrEqual(1_000_000);
    expect(first.medium).toMatchObject({ kind: 'IMAGE', mime: 'image/jpeg', sizeBytes: first.bytes.length });
    expect(first.medium.sha256).toBe(sha256Of(first.bytes));
    const again = await mediumOf(await targetOf(accounts.bluesky, asset));
    expect(again.medium.sha256).toBe(first.medium.sha256);
    await mediumOf(target);
    const rows = await api.deps.db
      .select()
      .from(mediaRenditions)
      .where(eq(mediaRenditions.mediaAssetId, asset.id));
    expect(rows).toMatchObject([{ sha256: first.medium.sha256, sizeBytes: first.bytes.length }]);
    expect(await events(target.id)).toMatchObject([
      {
        detail: {
          mediaAssetId: asset.id,
          rendition: {
            change: 'ENCODED',
            from: { mime: 'image/jpeg', sizeBytes: original.length, width: 1_400, height: 1_000 },
            to: { mime: 'image/jpeg', sizeBytes: first.bytes.length },
          },
        },
      },
    ]);
    const timeline = await call(api, 'GET', `/posts/${target.postId}/timeline`, { key: tenant.key });
    expect(timeline.text).toContain('RENDITION_MADE');
  });

  it('has no location metadata, but the pixels of the original', async () => {
    const bytes = await photo(300, 200)
      .jpeg()
      .withExif({ IFD0: { ImageDescription: 'Berlin' }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
      .toBuffer();
    const target = await targetOf(accounts.x, await uploadAs('image/jpeg', bytes));
    const { bytes: published } = await mediumOf(target);
    expect(published.toString('latin1')).not.toContain('Berlin');
    expect(await events(target.id)).toMatchObject([
      { detail: { rendition: { change: 'METADATA_REMOVED' } } },
    ]);
  });

  it('must comply with the current rules, so that a rule that became stricter fails the post', async () => {
    const asset = await uploadAs('image/png', await image(9));
    const target = await targetOf(accounts.x, asset);
    const strict = new Map(api.deps.media.rules);
    const rules = strict.get('X');
    if (rules === undefined) throw new Error('X has rules');
    strict.set('X', { ...rules, slots: rules.slots.filter((slot) => slot.image === null) });
    const loaded = await loadPublicationMedia(overrideDeps(api.deps, { media: { rules: strict } }), target);
    expect(loaded).toMatchObject({
      unavailable: expect.stringContaining('media_type_not_allowed') as string,
    });
  });
});

describe('GET /platforms', () => {
  it('shows the media rules of every platform', async () => {
    const answer = await call(api, 'GET', '/platforms', { key: tenant.key });
    const data = field<{ platform: string; media: object }[]>(answer, 'data');
    expect(data).toHaveLength(11);
    for (const { platform, media } of data) {
      const rules = [...api.deps.media.rules].find(([name]) => name === platform)?.[1];
      const slots = rules?.slots.map(({ video: film, subtitles, ...slot }) => {
        expect(subtitles).toBeNull();
        return { ...slot, film };
      });
      expect(media).toEqual({ ...rules, slots });
    }
  });
});
