import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mediaAssets, posts } from '../../src/db/schema/index.js';
import type { AccountChoices } from '../../src/platforms/kit/platform.js';
import { ahead, codeOf, field, type Answer } from '../harness/api.js';
import { addImage } from '../harness/assets.js';
import { pinterestAccount, useChoicesApi } from '../harness/use-choices-api.js';
import { useTenant } from '../harness/use-test-api.js';

const checkMsMax = 150;
const { boardId, otherBoardId, sectionId } = pinterestAccount;
const goneId = '549755887777';
const subject = useChoicesApi(checkMsMax);
const { api, calls, answers } = subject;
const tenant = useTenant(api);
let accountId: string;
let mediaId: string;

beforeEach(async () => {
  accountId = await subject.connect(tenant.workspaceId);
  mediaId = (await addImage(api.deps, tenant)).id;
  calls.length = 0;
  answers.length = 0;
});

/** The usual choices, with `more` replaced. They are scripted, because the sandbox may need longer than `checkMsMax`. */
const choices = (more: Partial<AccountChoices> = {}): AccountChoices => ({
  options: {
    boardId: [boardId, otherBoardId].map((value) => ({ value, label: value })),
    boardSectionId: [{ value: sectionId, label: 'Kitchen', within: { option: 'boardId', value: boardId } }],
  },
  videoDurationMaxMs: null,
  quota: null,
  ...more,
});
const has = (more: Partial<AccountChoices> = {}): void => {
  answers.push(() => Promise.resolve({ kind: 'choices', choices: choices(more) }));
};
const isAway = (): void => {
  answers.push(() => new Promise(() => undefined));
};

let bodies = 0;
const body = (platformOptions: object, more: object = {}) => ({
  // The text is different each time, because a repeated one causes a warning.
  caption: `A pin ${(bodies += 1)}`,
  mediaIds: [mediaId],
  targets: [{ socialAccountId: accountId, platformOptions }],
  ...more,
});
const scheduled = (platformOptions: object) => body(platformOptions, { scheduledFor: ahead(api) });
const create = (content: object): Promise<Answer> => api.as(tenant).post('/posts', content);
const validate = (content: object): Promise<Answer> => api.as(tenant).post('/posts/validate', content);

interface Found {
  path: string;
  code: string;
  severity?: string;
  message: string;
}
const findings = (answer: Answer): Found[] =>
  field<{ findings: Found[] }[]>(answer, 'targets')[0]?.findings ?? [];

describe('the choices in the options of a scheduled post', () => {
  it('are refused if the account does not have them, with the path and a hint at how to list the choices', async () => {
    has();
    const answer = await create(scheduled({ boardId: goneId }));
    expect([answer.status, codeOf(answer)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    const [detail, ...more] = field<Found[]>(answer, 'details');
    expect(more).toEqual([]);
    expect(detail).toMatchObject({ path: 'targets.0.platformOptions.boardId', code: 'choice_not_available' });
    expect(detail?.message).toContain(`GET /social-accounts/${accountId}/choices`);
    const validation = await validate(scheduled({ boardId: goneId }));
    expect(field(validation, 'valid')).toBe(false);
    expect(findings(validation)).toEqual([{ ...detail, severity: 'error' }]);
  });

  it('are also refused with the paths of the flat shape', async () => {
    has();
    const platforms = [{ accountId, platformOptions: { boardId: goneId } }];
    const answer = await create({ content: 'x', mediaIds: [mediaId], platforms, scheduledFor: ahead(api) });
    expect(field<Found[]>(answer, 'details')[0]?.path).toBe('platforms.0.platformOptions.boardId');
  });

  it('are accepted if the account has them, but not a section of another board', async () => {
    has();
    expect((await create(scheduled({ boardId, boardSectionId: sectionId }))).status).toBe(201);
    expect((await create(scheduled({ boardId: otherBoardId }))).status).toBe(201);
    const answer = await create(scheduled({ boardId: otherBoardId, boardSectionId: sectionId }));
    expect(field<Found[]>(answer, 'details')).toMatchObject([
      { path: 'targets.0.platformOptions.boardSectionId', code: 'choice_not_available' },
    ]);
  });

  it('are also refused by schedule, reschedule and update', async () => {
    has();
    const draft = field<string>(await create(body({ boardId })), 'id');
    const other = field<string>(await create(scheduled({ boardId })), 'id');
    api.clock.shiftMs += 6 * 60_000;
    has({ options: { boardId: [], boardSectionId: [] } });
    const time = { scheduledAt: ahead(api, 7_200_000) };
    for (const answer of [
      await api.act(tenant, draft, 'schedule', time),
      await api.act(tenant, other, 'reschedule', time),
      await api.as(tenant).patch(`/posts/${other}`, { caption: 'Another text' }),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    }
    const [row] = await api.deps.db.select().from(posts).where(eq(posts.id, draft));
    expect(row?.status).toBe('DRAFT');
  });

  it('cause no request to the platform if there are none', async () => {
    const answer = await create({
      caption: 'x',
      targets: [{ socialAccountId: tenant.accountIds[0] }],
      scheduledFor: ahead(api),
    });
    expect(answer.status).toBe(201);
    expect(calls).toEqual([]);
  });
});

it('a draft with a choice that its account does not have is accepted with a warning', async () => {
  has();
  const answer = await create(body({ boardId: goneId }));
  expect(answer.status, answer.text).toBe(201);
  const warning = { code: 'CHOICE_NOT_AVAILABLE', socialAccountId: accountId };
  expect(field(answer, 'warnings')).toMatchObject([warning]);
  expect(field<{ targetId: string }[]>(answer, 'warnings')[0]?.targetId).toMatch(/^tgt_/);
  const validation = await validate(body({ boardId: goneId }));
  expect(field(validation, 'valid')).toBe(true);
  expect(findings(validation)).toMatchObject([{ code: 'choice_not_available', severity: 'warning' }]);
});

describe('a choice that the platform cannot confirm in time', () => {
  it('is accepted with a warning', async () => {
    isAway();
    const answer = await create(scheduled({ boardId: goneId }));
    expect(answer.status, answer.text).toBe(201);
    expect(field(answer, 'status')).toBe('SCHEDULED');
    expect(field(answer, 'warnings')).toMatchObject([
      { code: 'CHOICES_NOT_CHECKED', socialAccountId: accountId },
    ]);
  });

  it('is also accepted with a warning if the platform fails or refuses', async () => {
    answers.push(() => Promise.resolve({ kind: 'ambiguous', message: 'HTTP 502' }));
    const validation = await validate(scheduled({ boardId }));
    expect(field(validation, 'valid')).toBe(true);
    expect(findings(validation)).toMatchObject([
      { path: 'targets.0.platformOptions.boardId', code: 'choices_not_checked', severity: 'warning' },
    ]);
    expect((await create(scheduled({ boardId }))).status).toBe(201);
  });

  it('does not keep the post locked during the request, so that others can change the post', async () => {
    has();
    const id = field<string>(await create(body({ boardId })), 'id');
    api.clock.shiftMs += 6 * 60_000;
    let isAsked = false;
    let release = (): void => undefined;
    answers.push(() => {
      isAsked = true;
      return new Promise((resolve) => {
        release = () => resolve({ kind: 'choices', choices: choices() });
      });
    });
    const scheduling = api.act(tenant, id, 'schedule', { scheduledAt: ahead(api) });
    await expect.poll(() => isAsked, { interval: 5 }).toBe(true);
    await api.deps.db.transaction((tx) =>
      tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id)).for('update', { noWait: true }),
    );
    release();
    expect((await scheduling).status).toBe(200);
  });

  it('is not requested for an expired account, which causes a warning instead', async () => {
    await subject.expire(accountId);
    const answer = await create(scheduled({ boardId: goneId }));
    expect(field(answer, 'warnings')).toMatchObject([{ code: 'ACCOUNT_TOKEN_EXPIRED' }]);
    expect(field<object[]>(answer, 'warnings')).toHaveLength(1);
  });
});

it('a video that is longer than the account may publish is refused with its duration and the limit', async () => {
  const facts = {
    kind: 'VIDEO' as const,
    mime: 'video/mp4',
    width: 720,
    height: 720,
    durationMs: 90_000,
    videoCodec: 'h264' as const,
    audioCodec: 'aac' as const,
    frameRate: 30,
    hasAudio: true,
    orientation: null,
    frameCount: null,
    hasMetadata: false,
    hasAlpha: null,
  };
  const { mime, width, height, durationMs, kind } = facts;
  await api.deps.db
    .update(mediaAssets)
    .set({ facts, mime, width, height, durationMs, kind })
    .where(eq(mediaAssets.id, mediaId));
  has({ videoDurationMaxMs: 60_000 });
  const answer = await create(scheduled({ boardId }));
  expect(answer.status, answer.text).toBe(422);
  expect(field(answer, 'details')).toMatchObject([
    { path: 'mediaIds.0', code: 'media_too_long', limit: 60_000, actual: 90_000 },
  ]);
  for (const draft of [body({ boardId }), body({})]) {
    expect(field(await create(draft), 'warnings')).toMatchObject([
      { code: 'MEDIA_TOO_LONG', limit: 60_000, actual: 90_000 },
    ]);
  }
});
