import { describe, expect, it } from 'vitest';
import { ahead, call, field, type Answer } from '../harness/api.js';
import { addImage } from '../harness/assets.js';
import { mintAccount } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

interface Part {
  order: number;
  text: string;
  mediaIds: string[];
  status: string;
}
interface Target {
  platform: string;
  status: string;
  partsOverride: { text: string; mediaIds: string[] }[] | null;
  parts: Part[];
  estimatedCost?: { amount: string; items: { part: string; amount: string }[] } | null;
}
interface Detail {
  path: string;
  code: string;
  platform?: string;
}

const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
  call(api, method, path, { key: tenant.key, ...(body !== undefined && { body }) });
const entries = (more: object = {}) => tenant.accountIds.map((accountId) => ({ accountId, ...more }));
const targetsOf = (answer: Answer): Target[] => field<Target[]>(answer, 'targets');
const on = (answer: Answer, platform: string): Target | undefined =>
  targetsOf(answer).find((target) => target.platform === platform);
const detailsOf = (answer: Answer): Detail[] =>
  field<Detail[]>(answer, 'details').map(({ path, code, platform }) => ({
    path,
    code,
    ...(platform !== undefined && { platform }),
  }));

const parts = [{ text: 'Second' }, { text: 'Third, with a link: https://example.com' }];

describe('parts', () => {
  it('are stored beside the caption, and shown for each target', async () => {
    const body = { content: 'First', parts, platforms: entries(), scheduledFor: ahead(api) };
    const created = await send('POST', '/posts', body);
    expect(created.status, created.text).toBe(201);
    expect(field(created, 'parts')).toEqual(parts.map(({ text }) => ({ text, mediaIds: [] })));
    for (const target of targetsOf(created)) {
      expect(target.partsOverride).toBeNull();
      expect(target.parts.map(({ order, text, status }) => [order, text, status])).toEqual([
        [2, 'Second', 'SCHEDULED'],
        [3, 'Third, with a link: https://example.com', 'SCHEDULED'],
      ]);
    }
    const read = await send('GET', `/posts/${field<string>(created, 'id')}`);
    expect(targetsOf(read)).toMatchObject(targetsOf(created).map(({ parts: shown }) => ({ parts: shown })));
    const listed = await send('GET', `/posts?workspaceId=${tenant.workspaceId}`);
    const [first] = field<{ targets: Target[] }[]>(listed, 'data');
    expect(first?.targets[0]?.parts).toHaveLength(2);
  });

  it('are empty on a post of one part', async () => {
    const created = await send('POST', '/posts', { content: 'Alone', platforms: entries() });
    expect(field(created, 'parts')).toEqual([]);
    for (const target of targetsOf(created)) expect([target.parts, target.partsOverride]).toEqual([[], null]);
  });

  it('replace those of the post if a target has its own, and an empty list leaves only the first part', async () => {
    const [first, second, third] = entries();
    const created = await send('POST', '/posts', {
      content: 'First',
      parts,
      platforms: [first, { ...second, partsOverride: [{ text: 'Own' }] }, { ...third, partsOverride: [] }],
    });
    expect(created.status, created.text).toBe(201);
    expect(targetsOf(created).map(({ parts: shown }) => shown.map(({ text }) => text))).toEqual([
      parts.map(({ text }) => text),
      ['Own'],
      [],
    ]);
  });

  it('have the limits of their platform, each at its path', async () => {
    const long = 'x'.repeat(290);
    const body = {
      content: 'First',
      parts: [{ text: 'Fine' }, { text: long }, { text: ' ' }],
      platforms: entries(),
    };
    const refused = await send('POST', '/posts', { ...body, scheduledFor: ahead(api) });
    expect([refused.status, field(refused, 'code')]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    expect(detailsOf(refused)).toContainEqual({ path: 'parts.1.text', code: 'text_too_long', platform: 'X' });
    expect(detailsOf(refused).filter(({ path }) => path === 'parts.2.text')).toHaveLength(3);
    const own = entries({ partsOverride: [{ text: long }] });
    const validated = await send('POST', '/posts/validate', { content: 'First', platforms: own });
    const found = field<{ platform: string; findings: Detail[] }[]>(validated, 'targets');
    const ofX = found.find(({ platform }) => platform === 'X')?.findings ?? [];
    const index = tenant.accountIds.findIndex((_, at) => found[at]?.platform === 'X');
    expect(ofX).toContainEqual(
      expect.objectContaining({ path: `platforms.${index}.partsOverride.0.text`, code: 'text_too_long' }),
    );
  });

  it('are refused where a post has one part', async () => {
    const accountId = await mintAccount(api, tenant.workspaceId, 'LINKEDIN_PERSON');
    const body = { content: 'First', parts, platforms: [{ accountId }], scheduledFor: ahead(api) };
    const refused = await send('POST', '/posts', body);
    expect(detailsOf(refused)).toEqual([
      { path: 'parts', code: 'parts_not_supported', platform: 'LINKEDIN_PERSON' },
    ]);
    const alone = { ...body, platforms: [{ accountId, partsOverride: [] }] };
    expect((await send('POST', '/posts', alone)).status).toBe(201);
  });

  it('are limited in number and length', async () => {
    const many = Array.from({ length: 25 }, () => ({ text: 'x' }));
    const refused = await send('POST', '/posts', { content: 'First', parts: many, platforms: entries() });
    expect(detailsOf(refused)).toEqual([{ path: 'parts', code: 'too_big' }]);
    const long = Array.from({ length: 11 }, () => ({ text: 'x'.repeat(10_000) }));
    const full = await send('POST', '/posts', { content: 'First', parts: long, platforms: entries() });
    expect(detailsOf(full)).toEqual([{ path: 'parts.9.text', code: 'too_much_text' }]);
  });

  it('cost as much as posts', async () => {
    const created = await send('POST', '/posts', { content: 'First', parts, platforms: entries() });
    expect(on(created, 'X')?.estimatedCost).toMatchObject({
      amount: '0.23',
      items: [
        { part: 'POST', amount: '0.015' },
        { part: 'PART', amount: '0.015' },
        { part: 'PART', amount: '0.20' },
      ],
    });
  });

  it('have media and alt texts of their own, which count as uses', async () => {
    const { id: mediaId } = await addImage(api.deps, tenant);
    const { id: otherId } = await addImage(api.deps, tenant);
    const withMedia = [{ text: 'Second', mediaIds: [mediaId], mediaAltText: { [mediaId]: 'A harbor' } }];
    const body = { content: 'First', parts: withMedia, platforms: entries(), scheduledFor: ahead(api) };
    const created = await send('POST', '/posts', body);
    expect(created.status, created.text).toBe(201);
    expect(targetsOf(created)[0]?.parts[0]?.mediaIds).toEqual([mediaId]);
    expect(field(created, 'mediaAltText')).toEqual({ [mediaId]: 'A harbor' });
    const removed = await send('DELETE', `/media/${mediaId}`);
    expect([removed.status, field(removed, 'code')]).toEqual([409, 'MEDIA_IN_USE']);
    const used = await send('GET', `/posts?workspaceId=${tenant.workspaceId}&mediaId=${mediaId}`);
    expect(field<unknown[]>(used, 'data')).toHaveLength(1);
    const strange = [{ text: 'Second', mediaAltText: { [otherId]: 'Of another part' } }];
    const refused = await send('POST', '/posts', { ...body, parts: strange });
    expect(detailsOf(refused)).toEqual([{ path: `parts.0.mediaAltText.${otherId}`, code: 'unknown_media' }]);
    const missing = await send('POST', '/posts', { ...body, parts: [{ text: 'x', mediaIds: ['med_none'] }] });
    expect(detailsOf(missing)).toEqual([{ path: 'parts.0.mediaIds.0', code: 'unknown_media' }]);
  });

  it('are changed, added and removed by an edit', async () => {
    const created = await send('POST', '/posts', { content: 'First', parts, platforms: entries() });
    const id = field<string>(created, 'id');
    const textsAfter = async (change: object): Promise<string[][]> => {
      const edited = await send('PATCH', `/posts/${id}`, change);
      expect(edited.status, edited.text).toBe(200);
      const read = await send('GET', `/posts/${id}`);
      return targetsOf(read).map((target) => target.parts.map(({ text }) => text));
    };
    expect((await textsAfter({ content: 'Other' }))[0]).toEqual(parts.map(({ text }) => text));
    const three = ['a', 'b', 'c'];
    expect((await textsAfter({ parts: three.map((text) => ({ text })) }))[0]).toEqual(three);
    expect((await textsAfter({ parts: [{ text: 'a' }] }))[0]).toEqual(['a']);
    expect(await textsAfter({ platforms: entries({ partsOverride: [{ text: 'own' }] }) })).toEqual(
      entries().map(() => ['own']),
    );
    expect((await textsAfter({ platforms: entries() }))[0]).toEqual(['a']);
    expect((await textsAfter({ parts: null }))[0]).toEqual([]);
  });

  it('are limited to the platforms that support them, which GET /platforms names', async () => {
    const listed = await send('GET', '/platforms');
    const all = field<{ platform: string; limits: { partsMax: number } | null }[]>(listed, 'data');
    const many = all.filter(({ limits }) => (limits?.partsMax ?? 1) > 1);
    expect(many.map(({ platform, limits }) => [platform, limits?.partsMax])).toEqual(
      many.map(({ platform }) => [platform, 25]),
    );
    expect(many.map(({ platform }) => platform).sort()).toEqual(['BLUESKY', 'THREADS', 'X']);
  });
});
