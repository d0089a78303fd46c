import { describe, expect, it } from 'vitest';
import { ahead, codeOf, field, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);

const post = (path: string, body: object): Promise<Answer> => api.as({ key: tenant.key }).post(path, body);
const get = (path: string): Promise<Answer> => api.as({ key: tenant.key }).get(path);
const flat = (more: object = {}): object => ({ platforms: [{ accountId: tenant.accountIds[0] }], ...more });

describe('null in an optional field', () => {
  it('leaves the field unset in a post, in a target and in an option', async () => {
    const entry = {
      accountId: tenant.accountIds[0],
      captionOverride: null,
      mediaIds: null,
      mediaItems: null,
      platformOptions: { platform: null },
    };
    const unset = { mediaIds: null, mediaItems: null, mediaAltText: null, metadata: null, timezone: null };
    const answer = await post('/posts', { content: 'Hello', platforms: [entry], ...unset });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ metadata: {}, media: [], targets: [{ platformOptions: {} }] });
  });

  it('does not count as use of the other shape', async () => {
    const nested = { targets: [{ socialAccountId: tenant.accountIds[0] }], caption: 'Hello' };
    const bodies = [
      flat({ targets: null, content: 'Hello', caption: null }),
      { ...nested, platforms: null, content: null },
    ];
    for (const body of bodies) {
      const answer = await post('/posts', body);
      expect(answer.status, answer.text).toBe(201);
      expect(field(answer, 'caption')).toBe('Hello');
    }
    expect(codeOf(await post('/posts', { targets: null, platforms: null }))).toBe('MUST_SPECIFY_EXACTLY_ONE');
  });

  it('removes a caption in an update, while an omitted field is kept', async () => {
    const id = await api.draft(tenant, { content: 'Hello', metadata: { a: 'b' } });
    const patch = (body: object): Promise<Answer> => api.as({ key: tenant.key }).patch(`/posts/${id}`, body);
    const kept = await patch({ platforms: null, targets: null, metadata: null });
    expect(kept.body).toMatchObject({ caption: 'Hello', metadata: { a: 'b' }, targets: [{}] });
    expect((await patch({ content: null })).body).toMatchObject({ caption: null });
  });

  it('is refused if the field is required or unknown', async () => {
    const id = await api.draft(tenant);
    expect((await post(`/posts/${id}/schedule`, { scheduledAt: null })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'scheduledAt' }],
    });
    expect((await post('/posts', flat({ scheduleAt: null }))).body).toMatchObject({
      details: [{ path: 'scheduleAt', code: 'unknown_field' }],
    });
  });
});

describe('an empty query parameter', () => {
  it('counts as absent if it is optional', async () => {
    const id = await api.draft(tenant);
    const names = ['cursor', 'limit', 'status', 'q', 'workspaceId', 'scheduledAfter', 'mediaId', 'sort'];
    const answer = await get(`/posts?${names.map((name) => `${name}=`).join('&')}&expand=`);
    expect(answer.status, answer.text).toBe(200);
    expect(field<{ id: string }[]>(answer, 'data').map((each) => each.id)).toContain(id);
  });

  it('is refused if it is required, but is a valid value for metadata', async () => {
    expect(codeOf(await get('/media?workspaceId='))).toBe('VALIDATION_FAILED');
    const id = await api.draft(tenant, { metadata: { note: '' } });
    const found = await get('/posts?metadataKey=note&metadataValue=');
    expect(field<{ id: string }[]>(found, 'data').map((each) => each.id)).toEqual([id]);
  });
});

describe('a date and time', () => {
  const inAnHour = (): string => ahead(api, 3_600_000).slice(0, 17) + '00.000Z';
  const shifted = (at: string, ms: number): string =>
    new Date(Date.parse(at) + ms).toISOString().slice(0, 16);

  it('may omit the seconds, and the colon in the offset, in bodies', async () => {
    const at = inAnHour();
    const written = [
      `${at.slice(0, 16)}Z`,
      `${shifted(at, 3_600_000)}:00+0100`,
      `${shifted(at, -5_400_000)}-0130`,
    ];
    for (const scheduledFor of written) {
      const created = await post('/posts', flat({ content: 'Hello', scheduledFor }));
      expect(created.body).toMatchObject({ scheduledAt: at });
      const draft = await api.draft(tenant, { content: 'Hello' });
      const scheduled = await post(`/posts/${draft}/schedule`, { scheduledAt: scheduledFor });
      expect(scheduled.body).toMatchObject({ scheduledAt: at });
    }
  });

  it('keeps its plus sign in a body', async () => {
    const scheduledFor = `${shifted(inAnHour(), 3_600_000)} 0100`;
    const answer = await post('/posts', flat({ content: 'Hello', scheduledFor }));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ details: [{ path: 'scheduledFor' }] });
  });

  it('may have an unencoded plus sign in a query', async () => {
    const at = inAnHour();
    const created = await post('/posts', flat({ content: 'Hello', scheduledFor: at }));
    const before = `${shifted(at, 3_600_000 - 60_000)}+0100`;
    const after = `${shifted(at, 3_600_000)}:01.000+01:00`;
    const query = `scheduledAfter=${before}&scheduledBefore=${after}&limit=100`;
    const listed = field<{ id: string }[]>(await get(`/posts?${query}`), 'data');
    expect(listed.map(({ id }) => id)).toContain(field(created, 'id'));
  });

  it.each([
    '2030-01-31T09:00',
    '2030-01-31',
    '2030-01-31 09:00Z',
    '2030-02-30T09:00Z',
    '2030-01-31T09:00+01:0',
  ])('is refused as %s', async (scheduledFor) => {
    expect((await post('/posts', flat({ scheduledFor }))).body).toMatchObject({
      details: [{ path: 'scheduledFor', code: 'invalid_format' }],
    });
  });
});
