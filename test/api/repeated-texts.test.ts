import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { posts, targets } from '../../src/db/schema/index.js';
import { repeatedTextPostsMax } from '../../src/domain/limits.js';
import type { TargetStatus } from '../../src/domain/post-status.js';
import { ahead, field, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const hourMs = 3_600_000;
const code = 'SAME_TEXT_RECENTLY';

describe('a post with the text of an earlier one', () => {
  const api = useTestApi();
  const tenant = useTenant(api, { each: true });

  const body = (more: object = {}) => ({
    caption: 'The same words',
    targets: tenant.accountIds.slice(0, 2).map((socialAccountId) => ({ socialAccountId })),
    ...more,
  });
  const create = async (more: object = {}): Promise<Answer> => {
    const answer = await api.as(tenant).post('/posts', body(more));
    expect([200, 201], answer.text).toContain(answer.status);
    return answer;
  };
  const warningsOf = ({ body: answer }: Answer) =>
    (answer as { warnings?: { code: string; message: string; socialAccountId: string }[] }).warnings ?? [];
  const warnedOf = (answer: Answer): string[] =>
    warningsOf(answer)
      .filter((warning) => warning.code === code)
      .map(({ socialAccountId }) => socialAccountId);
  /** Sets the state of all targets of a post, as a worker would leave it. */
  const left = (postId: string, status: TargetStatus, more: object = {}) =>
    api.deps.db
      .update(targets)
      .set({ status, ...more })
      .where(eq(targets.postId, postId));

  it('is accepted under another reference, with a warning for each account that already has the text', async () => {
    const [first, second] = tenant.accountIds;
    const postId = field<string>(await create({ clientReferenceId: 'one' }), 'id');
    const again = await create({ clientReferenceId: 'two', scheduledFor: ahead(api) });
    expect(warnedOf(again)).toEqual([first, second]);
    expect(warningsOf(again)[0]?.message).toContain(`(${postId}, DRAFT)`);
    // Repeating the request itself creates no second post.
    const repeat = await create({ clientReferenceId: 'one' });
    expect([repeat.status, field<string>(repeat, 'id'), warnedOf(repeat)]).toEqual([200, postId, []]);
    const elsewhere = { targets: [{ socialAccountId: tenant.accountIds[2] }] };
    expect(warnedOf(await create(elsewhere))).toEqual([]);
    expect(warnedOf(await create({ caption: 'Other words' }))).toEqual([]);
    const oneIsDifferent = [
      { socialAccountId: first, captionOverride: 'Different words' },
      { socialAccountId: second },
    ];
    expect(warnedOf(await create({ targets: oneIsDifferent }))).toEqual([second]);
    expect(
      warnedOf(await create({ caption: 'Different words', targets: [{ socialAccountId: first }] })),
    ).toEqual([first]);
  });

  it('causes a finding in the validation, which says when the text became public', async () => {
    const postId = field<string>(await create(), 'id');
    const publishedAt = new Date(api.clock.now().getTime() - 4 * 60_000);
    await left(postId, 'PUBLISHED', { publishedAt });
    const answer = await api.as(tenant).post('/posts/validate', body());
    expect(field<boolean>(answer, 'valid')).toBe(true);
    const [target] = field<{ findings: object[] }[]>(answer, 'targets');
    expect(target?.findings).toEqual([
      {
        path: 'caption',
        code: 'same_text_recently',
        severity: 'warning',
        message: `BLUESKY: The same text went to this account 4 minutes ago (${postId}).`,
        platform: 'BLUESKY',
        socialAccountId: tenant.accountIds[0],
      },
    ]);
  });

  it.each<[string, TargetStatus, object, boolean]>([
    ['was canceled', 'CANCELED', {}, false],
    ['has failed', 'FAILED', { errorCode: 'PLATFORM_REJECTED' }, false],
    ['may be public', 'FAILED', { errorCode: 'PUBLISH_UNCONFIRMED' }, true],
  ])('is reported only if the earlier one may be public: it %s', async (_which, status, more, isWarned) => {
    await left(field<string>(await create(), 'id'), status, more);
    expect(warnedOf(await create()).length > 0).toBe(isWarned);
  });

  it('is not reported a day later, after a deletion, or in another workspace', async () => {
    const postId = field<string>(await create(), 'id');
    expect(warnedOf(await create({ scheduledFor: ahead(api, 25 * hourMs) }))).toEqual([]);
    const other = await api.mintPerson();
    const [socialAccountId] = other.tenant.accountIds;
    const theirs = await api.as(other.tenant).post('/posts', body({ targets: [{ socialAccountId }] }));
    expect(warnedOf(theirs)).toEqual([]);
    await api.deps.db.update(posts).set({ deletedAt: api.clock.now() }).where(eq(posts.id, postId));
    expect(warnedOf(await create())).toEqual([]);
  });

  it('is compared only with the newest posts, because every new post waits for the comparison', async () => {
    const postId = field<string>(await create(), 'id');
    const [row] = await api.deps.db.select().from(posts).where(eq(posts.id, postId));
    if (row === undefined) throw new Error('The post is not stored.');
    const createdAt = new Date(row.createdAt.getTime() + 1);
    const newer = Array.from({ length: repeatedTextPostsMax }, (_, index) => {
      return { ...row, id: `${postId}-${index}`, caption: 'Other words', createdAt };
    });
    await api.deps.db.insert(posts).values(newer);
    const found = async (): Promise<string[]> => {
      const answer = await api.as(tenant).post('/posts/validate', body());
      const all = field<{ findings: { code: string }[] }[]>(answer, 'targets');
      return all.flatMap(({ findings }) => findings.map((finding) => finding.code));
    };
    expect(await found()).toEqual([]);
    await api.deps.db.delete(posts).where(eq(posts.id, `${postId}-0`));
    expect(await found()).toEqual(['same_text_recently', 'same_text_recently']);
  });
});
