import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mediaAssets, targets, workspaces } from '../../src/db/schema/index.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { ChoicesAnswer, Platform, PlatformQuota } from '../../src/platforms/kit/platform.js';
import { field, type Answer } from '../harness/api.js';
import { addImage } from '../harness/assets.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintAccount, mintKey, mintWorkspaceOf, type Tenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const hourMs = 3_600_000;

const quota = (more: Partial<PlatformQuota>): PlatformQuota => ({
  rule: 'posts_per_day',
  max: 2,
  window: 'rolling-day',
  scope: 'account',
  counts: ({ replyTo }) => replyTo === null,
  ...more,
});
function limited(name: PlatformName, more: Partial<Platform>): [PlatformName, Platform] {
  return [name, { ...createScriptedPlatform(name, 'keyed'), ...more }];
}

let live: ChoicesAnswer | undefined;
const api = useTestApi({
  platforms: new Map([
    limited('THREADS', { quotas: [quota({})] }),
    limited('X', {
      quotas: [
        quota({ scope: 'installation', window: { midnightIn: 'America/Phoenix' }, counts: () => true }),
      ],
    }),
    limited('BLUESKY', {
      quotas: [
        quota({
          rule: 'videos_per_day',
          max: 1,
          counts: ({ mediaClasses }) => mediaClasses.includes('video'),
        }),
        quota({ rule: 'silent_per_day', max: 1, counts: ({ options }) => options?.['silent'] === true }),
      ],
    }),
    limited('FACEBOOK_PAGE', {
      quotas: [
        quota({
          max: 1,
          counts: () => {
            throw new Error('a fault of the connector');
          },
        }),
      ],
    }),
    limited('INSTAGRAM', {
      quotas: [quota({})],
      choices: {
        options: [],
        read: () => Promise.resolve(live ?? { kind: 'not-sent', message: 'away' }),
      },
    }),
  ]),
});
const tenant = useTenant(api, { each: true });
let base: Date;

beforeEach(() => {
  live = undefined;
  // The posts are at noon in Phoenix, some days ahead, and each on another day, because X counts all accounts of this
  // installation.
  api.clock.shiftMs += 20 * 24 * hourMs;
  const day = new Date(api.clock.now().getTime() + 5 * 24 * hourMs);
  base = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 19));
});

const at = (hours: number): string => new Date(base.getTime() + hours * hourMs).toISOString();
const accountAt = (platform: PlatformName, workspaceId = tenant.workspaceId): Promise<string> =>
  mintAccount(api, workspaceId, platform);

interface Content {
  accounts: string[];
  hours: number;
  more?: object;
  options?: object;
}
let bodies = 0;
const body = ({ accounts, hours, more = {}, options = {} }: Content) => ({
  // The text is different each time, because a repeated one causes a warning.
  caption: `A post ${(bodies += 1)}`,
  targets: accounts.map((socialAccountId) => ({ socialAccountId, ...options })),
  scheduledFor: at(hours),
  ...more,
});

async function post(content: Content, who: Pick<Tenant, 'key'> = tenant): Promise<Answer> {
  const answer = await api.as(who).post('/posts', body(content));
  expect(answer.status, answer.text).toBe(201);
  return answer;
}

function warningsOf({ body: answer }: Answer): Record<string, unknown>[] {
  return (answer as { warnings?: Record<string, unknown>[] }).warnings ?? [];
}
const idOf = (answer: Answer): string => field(answer, 'id');

describe('a post beyond the daily quota of its account', () => {
  it('is accepted with a warning that says when the post would fit, like in validation', async () => {
    const account = await accountAt('THREADS');
    for (const hours of [0, 1]) expect(warningsOf(await post({ accounts: [account], hours }))).toEqual([]);
    const third = { accounts: [account], hours: 2 };
    const expected = { rule: 'posts_per_day', limit: 2, actual: 3, fitsAt: at(24) };
    const validation = await api.as(tenant).post('/posts/validate', body(third));
    expect(field(validation, 'valid')).toBe(true);
    expect(field<{ findings: object[] }[]>(validation, 'targets')[0]?.findings).toEqual([
      {
        path: 'scheduledFor',
        platform: 'THREADS',
        socialAccountId: account,
        code: 'platform_quota_foreseen',
        severity: 'warning',
        message: expect.stringContaining(at(24)) as unknown,
        ...expected,
      },
    ]);
    const answer = await post(third);
    const [{ id: targetId } = { id: '' }] = field<{ id: string }[]>(answer, 'targets');
    expect(warningsOf(answer)).toMatchObject([
      { code: 'PLATFORM_QUOTA_FORESEEN', targetId, socialAccountId: account, ...expected },
    ]);
    expect(warningsOf(await post({ accounts: [account], hours: 49 }))).toEqual([]);
    expect(warningsOf(await post({ accounts: [await accountAt('THREADS')], hours: 2 }))).toEqual([]);
  });

  it('causes a warning from schedule, reschedule and an edit, where a post does not count against itself', async () => {
    const account = await accountAt('THREADS');
    const first = idOf(await post({ accounts: [account], hours: 0 }));
    await post({ accounts: [account], hours: 1 });
    const codes = (answer: Answer) => [answer.status, warningsOf(answer).map(({ code }) => code)];
    const full = [200, ['PLATFORM_QUOTA_FORESEEN']];
    expect(codes(await api.act(tenant, first, 'reschedule', { scheduledAt: at(3) }))).toEqual([200, []]);
    const draft = await post({ accounts: [account], hours: 0, more: { scheduledFor: null } });
    expect(warningsOf(draft)).toEqual([]);
    expect(codes(await api.act(tenant, idOf(draft), 'schedule', { scheduledAt: at(2) }))).toEqual(full);
    expect(codes(await api.act(tenant, idOf(draft), 'reschedule', { scheduledAt: at(2.5) }))).toEqual(full);
    const edit = (hours: number) =>
      api.as(tenant).patch(`/posts/${idOf(draft)}`, { scheduledFor: at(hours) });
    expect(codes(await edit(4))).toEqual(full);
    expect(codes(await edit(100))).toEqual([200, []]);
  });

  it('causes a warning when it waits for approval, and when it is approved', async () => {
    const account = await accountAt('THREADS');
    for (const hours of [0, 1]) await post({ accounts: [account], hours });
    await api.deps.db
      .update(workspaces)
      .set({ requireApproval: true })
      .where(eq(workspaces.id, tenant.workspaceId));
    const waiting = await post({ accounts: [account], hours: 2 });
    expect([field(waiting, 'status'), warningsOf(waiting).length]).toEqual(['NEEDS_APPROVAL', 1]);
    const reviewer = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const approved = await api.act({ session: reviewer.session }, idOf(waiting), 'approve', {});
    expect(warningsOf(approved)).toMatchObject([{ code: 'PLATFORM_QUOTA_FORESEEN', fitsAt: at(24) }]);
  });

  it('causes a warning even if only later posts would exceed the quota', async () => {
    const account = await accountAt('THREADS');
    for (const hours of [10, 11]) await post({ accounts: [account], hours });
    expect(warningsOf(await post({ accounts: [account], hours: 0 }))).toMatchObject([
      { actual: 3, fitsAt: at(34) },
    ]);
  });
});

describe('the counted posts', () => {
  it('include public posts by publishing time and waiting posts, but not failed or canceled ones', async () => {
    const account = await accountAt('THREADS');
    const ids = [];
    for (const hours of [0, 1, 2]) ids.push(idOf(await post({ accounts: [account], hours })));
    const [first = '', second = '', third = ''] = ids;
    const set = (postId: string, row: Partial<typeof targets.$inferInsert>) =>
      api.deps.db.update(targets).set(row).where(eq(targets.postId, postId));
    await set(first, { status: 'PUBLISHED', publishedAt: new Date(at(0.5)) });
    await set(second, { status: 'FAILED' });
    await api.act(tenant, third, 'cancel');
    expect(warningsOf(await post({ accounts: [account], hours: 3 }))).toEqual([]);
    expect(warningsOf(await post({ accounts: [account], hours: 4 }))).toMatchObject([
      { actual: 3, fitsAt: at(24.5) },
    ]);
  });

  it('include posts of the same account in every workspace where it is connected', async () => {
    const account = await accountAt('THREADS');
    const otherWorkspace = await mintWorkspaceOf(api, tenant.userId);
    const twin = await accountAt('THREADS', otherWorkspace);
    await api.deps.db.execute(sql`update social_accounts set external_account_id =
      (select external_account_id from social_accounts where id = ${account}) where id = ${twin}`);
    const key = await mintKey(api, tenant.userId);
    for (const hours of [0, 1]) await post({ accounts: [twin], hours }, { key });
    expect(warningsOf(await post({ accounts: [account], hours: 2 }, { key }))).toMatchObject([{ actual: 3 }]);
    await api.deps.db.execute(sql`update social_accounts set sandbox = false where id = ${account}`);
    expect(warningsOf(await post({ accounts: [account], hours: 3 }, { key }))).toEqual([]);
  });

  it('depend on the rules of the platform, such as options and the type of media', async () => {
    const account = await accountAt('BLUESKY');
    const video = (await addImage(api.deps, tenant)).id;
    await api.deps.db.update(mediaAssets).set({ kind: 'VIDEO' }).where(eq(mediaAssets.id, video));
    const picture = (await addImage(api.deps, tenant)).id;
    const rules = async (more: object, options: object = {}) =>
      warningsOf(await post({ accounts: [account], hours: 0, more, options })).map(({ rule }) => rule);
    expect(await rules({ mediaIds: [video] })).toEqual([]);
    expect(await rules({ mediaIds: [picture] })).toEqual([]);
    expect(await rules({ mediaIds: [video] })).toEqual(['videos_per_day']);
    expect(await rules({}, { mediaIds: [video] })).toEqual(['videos_per_day']);
    expect(await rules({}, { platformOptions: { silent: true } })).toEqual([]);
    expect(await rules({}, { platformOptions: { silent: true } })).toEqual(['silent_per_day']);
  });

  it('include all accounts of the installation, and first comments, if the quota is per installation', async () => {
    const [one, two] = [await accountAt('X'), await accountAt('X')];
    const both = await post({ accounts: [one, two], hours: 0 });
    expect(warningsOf(both)).toEqual([]);
    // Noon in Phoenix is twelve hours before the next midnight there.
    expect(warningsOf(await post({ accounts: [one], hours: 1 }))).toMatchObject([
      { socialAccountId: one, actual: 3, limit: 2, fitsAt: at(12) },
    ]);
    const commented = { options: { firstComment: 'And more' } };
    expect(warningsOf(await post({ accounts: [one], hours: 24, ...commented }))).toEqual([]);
    const three = await post({ accounts: [one, two], hours: 48, ...commented });
    expect(warningsOf(three)).toMatchObject([{ socialAccountId: two, actual: 4 }]);
  });
});

it('the account’s own limit is used if its platform reports it', async () => {
  const account = await accountAt('INSTAGRAM');
  for (const hours of [0, 1]) await post({ accounts: [account], hours });
  const choices = {
    options: {},
    videoDurationMaxMs: null,
    quota: { used: 0, max: 3, windowMs: 24 * hourMs },
  };
  live = { kind: 'choices', choices };
  expect(warningsOf(await post({ accounts: [account], hours: 2 }))).toEqual([]);
  expect(warningsOf(await post({ accounts: [account], hours: 3 }))).toMatchObject([{ limit: 3, actual: 4 }]);
});

it('a post is not refused if the prediction fails', async () => {
  const account = await accountAt('FACEBOOK_PAGE');
  await post({ accounts: [account], hours: 0 });
  expect(warningsOf(await post({ accounts: [account], hours: 1 }))).toEqual([]);
  expect(api.logLines.join()).toContain('a fault of the connector');
});
