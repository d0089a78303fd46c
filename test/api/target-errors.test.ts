import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/api/errors/codes.js';
import { targetErrorsMarkdown } from '../../src/api/errors/target-pages.js';
import { posts, socialAccounts, targets } from '../../src/db/schema/index.js';
import {
  retryRuleOf,
  targetErrorCodes,
  targetErrorOf,
  targetRetryRules,
  type TargetErrorCode,
} from '../../src/domain/target-errors.js';
import { openApiDocument } from '../harness/description.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { failedComment, leaveTargets, type TargetFields } from '../harness/leave-targets.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

/** Creates a post whose only target is in the state that a run would leave. */
async function leftAs(status: 'FAILED' | 'PUBLISHED', fields: TargetFields): Promise<[string, string]> {
  const id = await api.schedule(tenant);
  const { db } = api.deps;
  await db.update(posts).set({ status }).where(eq(posts.id, id));
  const [targetId = ''] = await leaveTargets(db, eq(targets.postId, id), { status, ...fields });
  return [id, targetId];
}

async function shownTarget(id: string): Promise<unknown> {
  const answer = await api.as(tenant).get(`/posts/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { targets: unknown[] }).targets[0];
}

async function page(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${api.url}${path}`);
  return { status: response.status, html: await response.text() };
}

const withFailedComment = (code: TargetErrorCode): TargetFields => ({
  externalPostId: '1',
  firstComment: 'First',
  comment: failedComment(code),
});

describe('a target that has failed', () => {
  it.each(targetErrorCodes)('shows whether to retry %s', async (errorCode) => {
    const [id] = await leftAs('FAILED', { errorCode, errorMessage: 'x' });
    expect(await shownTarget(id)).toMatchObject({ errorCode, errorRetryable: retryRuleOf(errorCode) });
  });

  it('shows whether to retry its first comment, too', async () => {
    const [id] = await leftAs('PUBLISHED', withFailedComment('COMMENTS_DISABLED'));
    expect(await shownTarget(id)).toMatchObject({
      firstCommentError: 'COMMENTS_DISABLED: what happened',
      firstCommentErrorCode: 'COMMENTS_DISABLED',
      firstCommentErrorRetryable: 'after',
      errorCode: null,
      errorRetryable: null,
    });
  });

  it('shows that a first comment is being sent again, with its last error', async () => {
    const [id, targetId] = await leftAs('PUBLISHED', withFailedComment('RATE_LIMITED'));
    expect(await shownTarget(id)).toMatchObject({ firstCommentStatus: 'FAILED' });
    const answer = await api.as(tenant).post(`/posts/${id}/targets/${targetId}/retry-first-comment`);
    const sending = { firstCommentStatus: 'SENDING', firstCommentErrorCode: 'RATE_LIMITED' };
    expect(answer.body).toMatchObject({ targets: [sending] });
    expect(await shownTarget(id)).toMatchObject(sending);
  });

  it('shows an unknown code, without a rule for retries', async () => {
    const [id] = await leftAs('FAILED', {
      errorCode: 'constructor',
      firstComment: 'First',
      comment: failedComment(null, 'closed'),
    });
    expect(await shownTarget(id)).toMatchObject({
      errorCode: 'constructor',
      errorRetryable: null,
      firstCommentErrorCode: null,
      firstCommentErrorRetryable: null,
    });
  });
});

describe('the retry rules of the error codes', () => {
  const retryable = targetErrorCodes.filter((code) => retryRuleOf(code) === 'yes');
  const ofPosts = retryable.filter((code) => targetErrorOf(code)?.only !== 'FIRST_COMMENT');
  const ofComments = retryable.filter((code) => targetErrorOf(code)?.only !== 'POST');

  it.each(ofPosts)('allow a retry of an unchanged post after %s', async (errorCode) => {
    const [id] = await leftAs('FAILED', { errorCode });
    expect((await api.act(tenant, id, 'retry')).status).toBe(200);
  });

  it.each(ofComments)('allow a retry of an unchanged first comment after %s', async (code) => {
    const [id, targetId] = await leftAs('PUBLISHED', withFailedComment(code));
    const answer = await api.as(tenant).post(`/posts/${id}/targets/${targetId}/retry-first-comment`);
    expect(answer.status, answer.text).toBe(200);
  });

  it.each([
    ['PLATFORM_AUTH_FAILED', { status: 'TOKEN_EXPIRED' }, 503],
    ['ACCOUNT_DISCONNECTED', { deletedAt: new Date() }, 409],
  ] as const)('require a reconnection before a retry after %s', async (errorCode, account, status) => {
    const { db } = api.deps;
    const [id] = await leftAs('FAILED', { errorCode });
    const isAccount = eq(socialAccounts.id, tenant.accountIds[0]);
    await db.update(socialAccounts).set(account).where(isAccount);
    expect((await api.act(tenant, id, 'retry')).status).toBe(status);
    await db.update(socialAccounts).set({ status: 'ACTIVE', deletedAt: null }).where(isAccount);
    expect((await api.act(tenant, id, 'retry')).status).toBe(200);
  });
});

describe('the pages about target error codes', () => {
  it.each(targetErrorCodes)('include %s with its meaning, its remedy and its retry rule', async (code) => {
    const { status, html } = await page(`/docs/target-errors/${code}`);
    expect(status).toBe(200);
    const entry = targetErrorOf(code);
    for (const part of [entry?.meaning, entry?.remedy, `<strong>${entry?.retryable}</strong>`]) {
      expect(html).toContain(part);
    }
    expect((await page('/docs/target-errors')).html).toContain(`href="/docs/target-errors/${code}"`);
    expect(targetErrorsMarkdown()).toContain(`\n## ${code}\n`);
  });

  it('link to the API’s error codes, and back', async () => {
    expect((await page('/docs/errors')).html).toContain('href="/docs/target-errors"');
    expect((await page('/docs/target-errors')).html).toContain('href="/docs/errors"');
    const both = targetErrorCodes.filter((code) => errorCodes.some((known) => known === code));
    expect(both).toContain('PLATFORM_AUTH_FAILED' satisfies TargetErrorCode);
    for (const code of both) {
      expect((await page(`/docs/errors/${code}`)).html).toContain(`href="/docs/target-errors/${code}"`);
      expect((await page(`/docs/target-errors/${code}`)).html).toContain(`href="/docs/errors/${code}"`);
    }
  });

  it.each(['NO_SUCH_CODE', 'constructor', 'NOT_FOUND'])('do not include %s', async (code) => {
    expect((await page(`/docs/target-errors/${code}`)).status).toBe(404);
  });
});

describe('the API description', () => {
  interface Field {
    anyOf?: { $ref?: string; type?: string }[];
    enum?: string[];
    description?: string;
  }
  const { schemas } = (
    openApiDocument() as {
      components: { schemas: Record<string, Field & { properties?: Record<string, Field> }> };
    }
  ).components;

  it('lists the codes, and says that more may be added', () => {
    expect(schemas['TargetErrorCode']?.enum).toEqual(targetErrorCodes);
    expect(schemas['TargetErrorCode']?.description).toMatch(/More codes may be added.*`errorRetryable`/);
    const ofComments = targetErrorCodes.filter((code) => targetErrorOf(code)?.only !== 'POST');
    expect(schemas['FirstCommentErrorCode']?.enum).toEqual(ofComments);
    for (const [name, component] of [
      ['errorCode', 'TargetErrorCode'],
      ['firstCommentErrorCode', 'FirstCommentErrorCode'],
    ] as const) {
      expect(schemas['Target']?.properties?.[name]?.anyOf).toEqual([
        { $ref: `#/components/schemas/${component}` },
        { type: 'null' },
      ]);
    }
  });

  it('lists the values of errorRetryable and firstCommentErrorRetryable', () => {
    for (const name of ['errorRetryable', 'firstCommentErrorRetryable']) {
      expect(schemas['Target']?.properties?.[name]?.enum).toEqual([...targetRetryRules, null]);
    }
  });
});
