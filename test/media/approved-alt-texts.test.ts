import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { targets, workspaces } from '../../src/db/schema/index.js';
import { loadPublicationMedia } from '../../src/services/publishing/internal/publication-media.js';
import { ahead, call, field, type Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintSession, mintTenant, type Tenant } from '../harness/tenants.js';
import { image, upload, type Media } from './support.js';
import { asTarget } from '../../src/services/post-records/records.js';

const api = useTestApi();

let seed = 0;
async function mintGated(): Promise<Tenant> {
  const tenant = await mintTenant(api);
  const gate = { plan: 'TEAM', requireApproval: true } as const;
  await api.deps.db.update(workspaces).set(gate).where(eq(workspaces.id, tenant.workspaceId));
  return tenant;
}

const uploadSaying = async (tenant: Tenant, altText: string | null): Promise<Media> =>
  upload(api, tenant, await image((seed += 1)), { altText });
const say = async ({ key }: Tenant, { id }: Media, altText: string | null): Promise<void> => {
  expect((await call(api, 'PATCH', `/media/${id}`, { key, body: { altText } })).status).toBe(200);
};
const approve = async ({ userId }: Tenant, id: string): Promise<Answer> =>
  api.act({ session: await mintSession(api, userId) }, id, 'approve');

/** Returns the alternative texts with which each target would be published, in the targets' order. */
async function published(postId: string): Promise<(string | null)[][]> {
  const rows = await api.deps.db
    .select()
    .from(targets)
    .where(eq(targets.postId, postId))
    .orderBy(targets.order);
  const loaded = await Promise.all(rows.map((row) => loadPublicationMedia(api.deps, asTarget(row))));
  return loaded.map((each) => ('media' in each ? each.media.map(({ altText }) => altText) : []));
}

/** Creates a post with an asset that has its own text, one without any text, and one that only a target names. */
async function handIn(tenant: Tenant) {
  const assets = [
    await uploadSaying(tenant, 'Approved'),
    await uploadSaying(tenant, null),
    await uploadSaying(tenant, 'Beside'),
  ] as const;
  const [own, silent, beside] = assets;
  const made = await call(api, 'POST', '/posts', {
    key: tenant.key,
    body: {
      content: 'Look',
      mediaIds: [own.id, silent.id],
      platforms: [
        { accountId: tenant.accountIds[0] },
        { accountId: tenant.accountIds[1], mediaIds: [beside.id] },
      ],
      scheduledFor: ahead(api),
    },
  });
  expect(made.status, made.text).toBe(201);
  const changeAll = async (altText: string): Promise<void> => {
    for (const asset of assets) await say(tenant, asset, altText);
  };
  return { id: field<string>(made, 'id'), assets, changeAll };
}

describe('the alternative texts of a post', () => {
  it('are published as approved even if the assets change later, and the timeline states their number', async () => {
    const tenant = await mintGated();
    const { id, changeAll } = await handIn(tenant);
    expect((await approve(tenant, id)).status).toBe(200);
    await changeAll('Nobody has approved this');
    expect(await published(id)).toEqual([['Approved', null], ['Beside']]);
    const timeline = await call(api, 'GET', `/posts/${id}/timeline`, { key: tenant.key });
    const approved = field<{ kind: string }[]>(timeline, 'data').find(({ kind }) => kind === 'APPROVED');
    expect(approved).toMatchObject({ detail: { status: 'SCHEDULED', altTextsFixed: 3 } });
  });

  it('stay approved when only the time changes', async () => {
    const tenant = await mintGated();
    const { id, changeAll } = await handIn(tenant);
    await approve(tenant, id);
    await changeAll('Later');
    const scheduledAt = ahead(api, 9_000_000);
    const moved = await call(api, 'POST', `/posts/${id}/reschedule`, {
      key: tenant.key,
      body: { scheduledAt },
    });
    expect(field(moved, 'status')).toBe('SCHEDULED');
    expect(await published(id)).toEqual([['Approved', null], ['Beside']]);
  });

  it('are approved again with an edited post, as they are at that time', async () => {
    const tenant = await mintGated();
    const { id, assets, changeAll } = await handIn(tenant);
    await approve(tenant, id);
    await changeAll('Said anew');
    const body = { mediaAltText: { [assets[1].id]: 'For this post' } };
    const edited = await call(api, 'PATCH', `/posts/${id}`, { key: tenant.key, body });
    expect(edited.body).toMatchObject({ status: 'NEEDS_APPROVAL', approvedAt: null });
    expect(await published(id)).toEqual([['Said anew', 'For this post'], ['Said anew']]);
    await approve(tenant, id);
    await changeAll('Too late');
    expect(await published(id)).toEqual([['Said anew', 'For this post'], ['Said anew']]);
  });

  it('are those of the assets if no approval is required', async () => {
    const tenant = await mintTenant(api);
    const { id, changeAll } = await handIn(tenant);
    await changeAll('Corrected');
    expect(await published(id)).toEqual([['Corrected', 'Corrected'], ['Corrected']]);
  });
});
