import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog, mediaAssets, workspaces } from '../../src/db/schema/index.js';
import type { PlanName } from '../../src/domain/plans.js';
import { sweepMedia } from '../../src/services/media/sweep.js';
import { codeOf, field, type Answer } from '../harness/api.js';
import { count } from '../harness/counts.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';
import { image, upload } from '../media/support.js';

const api = useTestApi();

const brand = { name: 'Acme <b>', logoMediaId: null, color: '#0f766e' };
const pathOf = ({ tenant }: Person): string => `/workspaces/${tenant.workspaceId}`;
const setBrand = (person: Person, to: object | null): Promise<Answer> =>
  api.as(person).patch(pathOf(person), { brand: to });
const brandOf = async (person: Person): Promise<unknown> =>
  field(await api.as(person).get(pathOf(person)), 'brand');
const setPlan = ({ tenant }: Person, plan: PlanName) =>
  api.deps.db.update(workspaces).set({ plan }).where(eq(workspaces.id, tenant.workspaceId));
let seed = 500;
const logoOf = async ({ tenant }: Person): Promise<string> =>
  (await upload(api, tenant, await image((seed += 1)))).id;
const refusalOf = (answer: Answer): unknown => {
  expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
  const [{ path, code } = { path: '', code: '' }] = field<{ path: string; code: string }[]>(
    answer,
    'details',
  );
  return [path, code];
};

describe('the brand of a workspace', () => {
  it('is replaced as a whole, shown with the workspace, and removed', async () => {
    const person = await api.mintPerson();
    expect(await brandOf(person)).toBeNull();
    const logoMediaId = await logoOf(person);
    const answer = await setBrand(person, { ...brand, logoMediaId, color: '#0F766E' });
    expect(answer.status, answer.text).toBe(200);
    const full = { ...brand, logoMediaId };
    expect(field(answer, 'brand')).toEqual(full);
    expect(await brandOf(person)).toEqual(full);
    const listed = field<{ brand: unknown }[]>(await api.as(person).get('/workspaces'), 'data');
    expect(listed[0]?.brand).toEqual(full);
    await setBrand(person, { name: 'Other' });
    expect(await brandOf(person)).toEqual({ name: 'Other', logoMediaId: null, color: null });
    expect(field(await api.as(person).patch(pathOf(person), { name: 'Renamed' }), 'brand')).toMatchObject({
      name: 'Other',
    });
    await setBrand(person, null);
    expect(await brandOf(person)).toBeNull();
  });

  it('is recorded in the audit log field by field, and only if it has changed', async () => {
    const person = await api.mintPerson();
    for (const name of ['Acme', 'Acme', 'Bcme']) await setBrand(person, { ...brand, name });
    const rows = await api.deps.db
      .select({ action: auditLog.action, changes: auditLog.changes })
      .from(auditLog)
      .where(eq(auditLog.workspaceId, person.tenant.workspaceId))
      .orderBy(auditLog.createdAt);
    expect(rows.map(({ changes }) => changes)).toEqual([
      [
        { field: 'brand.name', from: null, to: 'Acme' },
        { field: 'brand.color', from: null, to: '#0f766e' },
      ],
      [{ field: 'brand.name', from: 'Acme', to: 'Bcme' }],
    ]);
  });

  it.each([
    ['a name without a visible character', { name: ' ' }, 'brand.name'],
    ['a name of an invisible letter', { name: '\u3164' }, 'brand.name'],
    ['a name of a zero-width joiner', { name: '\u200D' }, 'brand.name'],
    ['a name of two lines', { name: 'a\nb' }, 'brand.name'],
    ['a name that reverses the text around it', { name: 'a\u202Eb' }, 'brand.name'],
    ['a long name', { name: 'x'.repeat(61) }, 'brand.name'],
    ['no name', { name: undefined }, 'brand.name'],
    ['a color by its name', { color: 'red' }, 'brand.color'],
    ['a color with text after it', { color: '#0f766e;}' }, 'brand.color'],
    ['a short color', { color: '#fff' }, 'brand.color'],
    ['a color with transparency', { color: '#0f766e80' }, 'brand.color'],
    ['a logo that does not exist', { logoMediaId: 'med_none' }, 'brand.logoMediaId'],
    ['a URL instead of a logo', { logoUrl: 'https://evil.example/a.svg' }, 'brand.logoUrl'],
  ])('refuses %s', async (_, wrong, path) => {
    const person = await api.mintPerson();
    expect(refusalOf(await setBrand(person, { ...brand, ...wrong }))).toEqual([path, expect.any(String)]);
    expect(await brandOf(person)).toBeNull();
  });

  it('refuses a logo that is not a ready still image of the same workspace', async () => {
    const [person, stranger] = [await api.mintPerson(), await api.mintPerson()];
    const asLogo = async (logoMediaId: string) =>
      refusalOf(await setBrand(person, { ...brand, logoMediaId }));
    expect(await asLogo(await logoOf(stranger))).toEqual(['brand.logoMediaId', 'unknown_media']);
    const id = await logoOf(person);
    for (const [change, code] of [
      [{ mime: 'image/gif' }, 'logo_type'],
      [{ mime: 'video/mp4' }, 'logo_type'],
      [{ mime: 'image/svg+xml' }, 'logo_type'],
      [{ mime: 'image/png', thumbnailKey: null }, 'logo_type'],
      [{ status: 'PROCESSING' }, 'media_not_ready'],
      [{ status: 'READY', deletedAt: api.clock.now() }, 'unknown_media'],
    ] as const) {
      await api.deps.db.update(mediaAssets).set(change).where(eq(mediaAssets.id, id));
      expect(await asLogo(id)).toEqual(['brand.logoMediaId', code]);
    }
  });

  it('needs a plan with WHITE_LABEL, except to be removed', async () => {
    const person = await api.mintPerson();
    await setPlan(person, 'TEAM');
    const refused = await setBrand(person, brand);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'FEATURE_NOT_AVAILABLE', feature: 'WHITE_LABEL' });
    await setPlan(person, 'AGENCY');
    expect((await setBrand(person, brand)).status).toBe(200);
    await setPlan(person, 'TEAM');
    expect((await api.as(person).patch(pathOf(person), { name: 'Renamed', brand })).status).toBe(200);
    expect(codeOf(await setBrand(person, { ...brand, name: 'New' }))).toBe('FEATURE_NOT_AVAILABLE');
    expect((await setBrand(person, null)).status).toBe(200);
  });
});

describe('the logo in the media library', () => {
  it('is neither deleted nor swept while it is in use', async () => {
    const person = await api.mintPerson();
    const [first, second] = [await logoOf(person), await logoOf(person)];
    await setBrand(person, { ...brand, logoMediaId: first });
    const refused = await api.as(person).delete(`/media/${first}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'MEDIA_IN_USE', postCount: 0 });
    api.clock.shiftMs += 30 * 24 * 60 * 60_000;
    await sweepMedia(api.deps);
    api.clock.shiftMs -= 30 * 24 * 60 * 60_000;
    expect(field(await api.as(person).get(`/media/${first}`), 'status')).toBe('READY');
    await setBrand(person, { ...brand, logoMediaId: second });
    expect((await api.as(person).delete(`/media/${first}`)).status).toBe(204);
  });

  it('is either used or deleted if both are requested at the same time', async () => {
    const person = await api.mintPerson();
    for (let round = 0; round < count({ usual: 8, long: 200 }); round += 1) {
      await setBrand(person, null);
      const logoMediaId = await logoOf(person);
      const [set, deleted] = await Promise.all([
        setBrand(person, { ...brand, logoMediaId }),
        api.as(person).delete(`/media/${logoMediaId}`),
      ]);
      expect([
        [200, 409],
        [400, 204],
      ]).toContainEqual([set.status, deleted.status]);
    }
  });
});
