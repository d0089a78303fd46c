import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { monthlyUsage } from '../../src/db/schema/index.js';
import { plans } from '../../src/domain/plans.js';
import { platformNames } from '../../src/domain/platform-names.js';
import { textUnitWords } from '../../src/domain/text-limits.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { ahead, call, codeOf, field, startTestApi, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { countRows, mintAccount, mintTenant, mintWorkspaceOf } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

interface Finding {
  path: string;
  code: string;
  severity: string;
  limit?: number;
  actual?: number;
}
interface Result {
  valid: boolean;
  findings: Finding[];
  targets: { socialAccountId: string; platform: string; findings: Finding[] }[];
}

const validate = (body: unknown, key = tenant.key): Promise<Answer> =>
  call(api, 'POST', '/posts/validate', { key, body });
const create = (body: unknown, key = tenant.key): Promise<Answer> =>
  call(api, 'POST', '/posts', { key, body });
const entries = (): { accountId: string }[] => tenant.accountIds.map((accountId) => ({ accountId }));

/** Counts the rows of every table that the database lists. */
async function countAll(): Promise<string> {
  const tables = await api.deps.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const counts: string[] = [];
  for (const { name } of tables) {
    const [row] = await api.deps.db.execute<{ count: string }>(
      sql`select count(*)::text as count from ${sql.identifier(name)}`,
    );
    // Requests change the counters of rate limits, which do not count as effects.
    if (!name.startsWith('rate')) counts.push(`${name} ${row?.count ?? ''}`);
  }
  return counts.join('\n');
}

describe('POST /posts/validate', () => {
  it('finds nothing in a valid post, writes nothing and starts nothing', async () => {
    const body = { content: 'Hello', platforms: entries(), scheduledFor: ahead(api) };
    const [before, starts] = [await countAll(), api.starter.starts.length];
    const answer = await validate(body);
    expect(answer.status).toBe(200);
    const result = answer.body as Result;
    expect([result.valid, result.findings]).toEqual([true, []]);
    expect(result.targets).toEqual([
      { socialAccountId: tenant.accountIds[0], platform: 'BLUESKY', findings: [], estimatedCost: null },
      {
        socialAccountId: tenant.accountIds[1],
        platform: 'X',
        findings: [],
        estimatedCost: expect.objectContaining({ amount: '0.015' }) as object,
      },
      { socialAccountId: tenant.accountIds[2], platform: 'THREADS', findings: [], estimatedCost: null },
    ]);
    expect(await countAll()).toBe(before);
    expect(api.starter.starts.length).toBe(starts);
    expect((await create(body)).status).toBe(201);
  });

  it('reports each target that violates a platform rule, with the same paths and numbers as the creation', async () => {
    const body = {
      content: 'x'.repeat(290),
      platforms: [
        { accountId: tenant.accountIds[0] },
        { accountId: tenant.accountIds[1] },
        { accountId: tenant.accountIds[2], platformOptions: { nonsense: true } },
      ],
    };
    const answer = await validate(body);
    const result = answer.body as Result;
    expect([answer.status, result.valid]).toEqual([200, false]);
    expect(result.targets.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      [],
      ['text_too_long'],
      ['unknown_option'],
    ]);
    expect(result.targets[1]?.findings[0]).toMatchObject({
      path: 'content',
      severity: 'error',
      platform: 'X',
      socialAccountId: tenant.accountIds[1],
      limit: 280,
      actual: 290,
    });
    const refused = await create(body);
    expect([refused.status, codeOf(refused)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    const details = field<object[]>(refused, 'details');
    const found = result.targets.flatMap(({ findings }) => findings);
    expect(found).toEqual(details.map((detail) => ({ ...detail, severity: 'error' })));
  });

  it('reports a missing text as a warning for a draft, and as an error once it has a time', async () => {
    const draft = (await validate({ platforms: entries() })).body as Result;
    expect(draft.valid).toBe(true);
    expect(draft.targets[0]?.findings).toMatchObject([{ code: 'text_required', severity: 'warning' }]);
    const scheduled = (await validate({ platforms: entries(), scheduledFor: ahead(api) })).body as Result;
    expect(scheduled.valid).toBe(false);
    expect(scheduled.targets[0]?.findings).toMatchObject([{ code: 'text_required', severity: 'error' }]);
  });

  it('warns about content that a platform charges for, but the creation accepts it', async () => {
    const body = {
      content: 'buy $ABC and $DEF at https://example.com/a',
      platforms: [{ accountId: tenant.accountIds[1] }],
      scheduledFor: ahead(api),
    };
    const result = (await validate(body)).body as Result;
    expect(result.valid).toBe(true);
    expect(result.targets[0]?.findings).toMatchObject([
      { path: 'content', code: 'cashtag_limit_exceeded', severity: 'warning', limit: 1, actual: 2 },
      { path: 'content', code: 'link_costs_more', severity: 'warning' },
    ]);
    expect((await create(body)).status).toBe(201);
    const refused = await create({ ...body, content: `${body.content} ${'x'.repeat(280)}` });
    expect([refused.status, codeOf(refused)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    expect(field<object[]>(refused, 'details')).toEqual([
      expect.not.objectContaining({ severity: expect.anything() as unknown }),
    ]);
    expect(field<{ code: string }[]>(refused, 'details').map(({ code }) => code)).toEqual(['text_too_long']);
  });

  it('reports a time in the past, unknown media and an expired account together', async () => {
    await api.deps.db.execute(
      sql`update social_accounts set status = 'TOKEN_EXPIRED' where id = ${tenant.accountIds[0]}`,
    );
    const result = (
      await validate({
        content: 'x',
        platforms: entries(),
        scheduledFor: ahead(api, -1_000),
        mediaIds: ['med_unknown000000'],
      })
    ).body as Result;
    expect(result.valid).toBe(false);
    expect(result.findings).toMatchObject([
      { path: 'scheduledFor', code: 'not_in_future', severity: 'error' },
      { path: 'mediaIds.0', code: 'unknown_media', severity: 'error' },
    ]);
    expect(result.targets[0]?.findings).toContainEqual(
      expect.objectContaining({
        path: 'platforms.0.accountId',
        code: 'account_token_expired',
        severity: 'warning',
      }),
    );
  });

  it('reports media URLs that would not be fetched, and fetches none', async () => {
    const guard = createGuardedFetch();
    const fetching = await startTestApi({
      media: {
        fetch: {
          openDownload: () => Promise.reject(new Error('Validation must not fetch.')),
          check: (url) => guard.check(url),
        },
      },
    });
    try {
      const guest = await mintTenant(fetching);
      const body = {
        content: 'x',
        platforms: [
          { accountId: guest.accountIds[0], mediaItems: [{ url: 'https://10.0.0.1/a.png' }] },
          { accountId: guest.accountIds[1] },
        ],
        mediaItems: [{ url: 'https://9.9.9.9/a.png' }, { url: 'http://9.9.9.9/a.png' }],
      };
      const answer = await call(fetching, 'POST', '/posts/validate', { key: guest.key, body });
      expect([answer.status, answer.body]).toMatchObject([200, { valid: false }]);
      const found = field<Finding[]>(answer, 'findings').map(({ path, code, severity }) => [
        path,
        code,
        severity,
      ]);
      expect(found.sort()).toEqual([
        ['mediaItems', 'media_not_checked', 'warning'],
        ['mediaItems.1.url', 'url_rejected', 'error'],
        ['platforms.0.mediaItems.0.url', 'url_rejected', 'error'],
      ]);
    } finally {
      await fetching.close();
      await guard[Symbol.asyncDispose]();
    }
  });

  it('refuses media by URL if the creation would', async () => {
    const body = { platforms: entries(), mediaItems: [{ url: 'https://9.9.9.9/a.png' }] };
    const answers = [await create(body), await validate(body)];
    expect(answers.map(codeOf)).toEqual(['URL_INGEST_DISABLED', 'URL_INGEST_DISABLED']);
  });

  it('reports a quota that is used up, with the numbers of the creation’s error, and uses none of it', async () => {
    await api.deps.db.execute(sql`update workspaces set plan = 'DEVELOPER' where id = ${tenant.workspaceId}`);
    const { postsPerMonthMax: limit } = plans.DEVELOPER;
    const month = api.deps.clock.now().toISOString().slice(0, 7);
    const used = limit - 1;
    await api.deps.db
      .insert(monthlyUsage)
      .values({ workspaceId: tenant.workspaceId, month, posts: used, apiPosts: used });
    const body = { content: 'x', platforms: entries().slice(0, 1) };
    for (let time = 0; time < 3; time += 1) {
      expect((await validate(body)).body).toMatchObject({ valid: true, findings: [] });
    }
    expect((await create(body)).status).toBe(201);
    const refused = await create(body);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'PLAN_LIMIT_POSTS']);
    expect((await validate(body)).body).toMatchObject({
      valid: false,
      findings: [{ path: '', code: 'plan_limit_posts', severity: 'error', limit, actual: limit }],
    });
  });

  it('responds like the creation if the body is invalid or the caller may not create the post', async () => {
    const stranger = await mintTenant(api);
    const reviewer = await mintTenant(api, 'CLIENT_REVIEWER');
    const elsewhere = await mintAccount(api, await mintWorkspaceOf(api, tenant.userId), 'X');
    const account = (accountId: string) => ({ content: 'x', platforms: [{ accountId }] });
    const cases: [unknown, string?][] = [
      [{}],
      [{ content: 'x', platforms: entries(), targets: [] }],
      [{ content: 7, platforms: entries() }],
      [{ content: 'x', platforms: entries(), surprise: 1 }],
      [account('acc_unknown0000000')],
      [account(stranger.accountIds[0])],
      [account(reviewer.accountIds[0]), reviewer.key],
      [{ content: 'x', platforms: [...entries(), { accountId: elsewhere }] }],
    ];
    const before = await countRows(api);
    for (const [body, key] of cases) {
      const [validated, created] = [await validate(body, key), await create(body, key)];
      expect(validated.status).toBeGreaterThanOrEqual(400);
      const withoutId = ({ status, text, headers }: Answer): string =>
        `${status} ${text.replace(headers.get('x-request-id') ?? '?', 'ID')}`;
      expect(withoutId(validated)).toBe(withoutId(created));
    }
    expect(await countRows(api)).toEqual(before);
  });
});

describe('GET /platforms', () => {
  interface Info {
    platform: string;
    supported: boolean;
    guarantee: string | null;
    limits: { textMax: number } | null;
    optionsSchema: { properties?: object; additionalProperties?: boolean } | null;
  }
  const list = async (): Promise<Info[]> =>
    field(await call(api, 'GET', '/platforms', { key: tenant.key }), 'data');

  it('lists every platform of the contract, with the limits of those that are supported', async () => {
    const infos = await list();
    expect(infos.map(({ platform }) => platform)).toEqual([...platformNames]);
    for (const info of infos) {
      const connector = api.deps.platforms.get(info.platform as (typeof platformNames)[number]);
      expect(info.supported).toBe(connector !== undefined);
      expect([info.limits, info.guarantee]).toEqual([
        connector === undefined
          ? null
          : {
              ...connector.limits,
              textUnitDescription: textUnitWords[connector.limits.textUnit],
              textRequiredWithMedia: false,
              partsMax: connector.parts === undefined ? 1 : 25,
            },
        connector?.guaranteeOf({ options: null, replyTo: null, mediaClasses: [] }) ?? null,
      ]);
    }
    expect(infos.find(({ platform }) => platform === 'X')?.limits).toMatchObject({
      textUnit: 'weighted',
      textMax: 280,
    });
  });

  it('returns limits that validation enforces: the longest text is valid, one more character is not', async () => {
    const infos = await list();
    for (const [index, platform] of (['BLUESKY', 'X', 'THREADS'] as const).entries()) {
      const textMax = infos.find((info) => info.platform === platform)?.limits?.textMax ?? 0;
      const platformsEntry = [{ accountId: tenant.accountIds[index] }];
      const check = async (length: number): Promise<boolean> =>
        ((await validate({ content: 'x'.repeat(length), platforms: platformsEntry })).body as Result).valid;
      expect([await check(textMax), await check(textMax + 1)]).toEqual([true, false]);
    }
  });

  it('returns the options as closed JSON Schema, with the names that validation accepts', async () => {
    const infos = await list();
    const schemaOf = (platform: string) => infos.find((info) => info.platform === platform)?.optionsSchema;
    expect(schemaOf('BLUESKY')?.additionalProperties).toBe(false);
    expect(Object.keys(schemaOf('BLUESKY')?.properties ?? {})).toEqual(
      expect.arrayContaining(['langs', 'labels', 'tags']),
    );
    expect(Object.keys(schemaOf('X')?.properties ?? {})).toEqual(
      expect.arrayContaining(['replySettings', 'poll', 'taggedUserIds', 'forSuperFollowersOnly', 'longPost']),
    );
    for (const { optionsSchema } of infos) expect(optionsSchema?.additionalProperties).toBe(false);
  });
});
