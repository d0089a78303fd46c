import { and, eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { posts, publishAttempts, targets, workspaces } from '../../src/db/schema/index.js';
import { recordSuccess } from '../../src/services/publishing/internal/record-success.js';
import { ahead, call, postOf, type Answer, type TestApi } from '../harness/api.js';
import type { Tenant } from '../harness/tenants.js';
import { useTenant, type UsedTestApi } from '../harness/use-test-api.js';
import { leaveTargets, type TargetFields } from '../harness/leave-targets.js';

export const oldText = 'What everybody was to read';
const published = {
  status: 'PUBLISHED',
  publishedCaption: oldText,
  externalPostId: 'at://did/post/1',
} as const;
export const failed = { status: 'FAILED', errorCode: 'PLATFORM_REJECTED', errorMessage: 'no' } as const;

export interface TargetBody {
  id: string;
  socialAccountId: string;
  status: string;
  captionOverride: string | null;
  publishedCaption: string | null;
  externalPostId: string | null;
  scheduledFor: string | null;
}
export const targetsOf = (answer: Answer): TargetBody[] => postOf(answer)['targets'] as TargetBody[];
export const statusesOf = (answer: Answer): string[] => targetsOf(answer).map(({ status }) => status);

/** The position of one of the post's three targets. */
type Index = 0 | 1 | 2;

/** A partly public post, created before each test, and actions on it. */
export interface PartlyPublic {
  tenant: Tenant;
  /** The id is set once the hooks have run. */
  post: { id: string };
  accountAt: (index: Index) => string;
  targetIdAt: (index: Index) => Promise<string>;
  read: () => Promise<Answer>;
  edit: (body: object) => Promise<Answer>;
  /** The body of an edit that gives one target another text. */
  shorter: (text?: string, index?: Index) => object;
  retry: (body?: object) => Promise<Answer>;
  leaveTarget: (index: Index, fields: TargetFields) => Promise<void>;
  leavePost: (fields: Partial<typeof posts.$inferInsert>) => Promise<void>;
  /** Makes the target fail with an unknown outcome, so it may be public. */
  leaveUnconfirmed: (index: Index) => Promise<void>;
  /** Records that the unconfirmed call did publish the target. */
  succeedLate: (index: Index) => Promise<void>;
  requireApproval: () => Promise<void>;
  /** Whether the user has accepted a possible duplicate, for each target in order. */
  consents: () => Promise<boolean[]>;
}

/** Creates the post as a run leaves it: public on the first account, refused by the two others. */
export function usePartlyPublic(api: UsedTestApi): PartlyPublic {
  const db = () => api.deps.db;
  const tenant = useTenant(api, { each: true });
  const post = { id: '' };
  const accountAt = (index: Index): string => tenant.accountIds[index];
  const read = (): Promise<Answer> => call(api, 'GET', `/posts/${post.id}`, { key: tenant.key });
  const targetIdAt = async (index: Index): Promise<string> =>
    targetsOf(await read()).find(({ socialAccountId }) => socialAccountId === accountAt(index))?.id ?? '';
  const leaveTarget: PartlyPublic['leaveTarget'] = async (index, fields) => {
    const isMeant = and(eq(targets.postId, post.id), eq(targets.socialAccountId, accountAt(index)));
    await leaveTargets(db(), isMeant, fields);
  };
  const leavePost: PartlyPublic['leavePost'] = async (fields) => {
    await db().update(posts).set(fields).where(eq(posts.id, post.id));
  };
  beforeEach(async () => {
    const platforms = tenant.accountIds.map((accountId) => ({ accountId }));
    post.id = await api.draft(tenant, { content: oldText, platforms, scheduledFor: ahead(api) });
    const scheduledAt = new Date(api.clock.now().getTime() - 60_000);
    for (const [index, fields] of [published, failed, failed].entries())
      await leaveTarget(index as Index, { ...fields, scheduledFor: scheduledAt });
    await leavePost({ status: 'PARTIALLY_PUBLISHED', scheduledAt });
  });
  return {
    tenant,
    post,
    accountAt,
    targetIdAt,
    read,
    leaveTarget,
    leavePost,
    edit: (body) => call(api, 'PATCH', `/posts/${post.id}`, { key: tenant.key, body }),
    shorter: (text = 'Short', index = 1) => ({
      targets: [{ socialAccountId: accountAt(index), captionOverride: text }],
    }),
    retry: (body) => api.act({ key: tenant.key }, post.id, 'retry', body),
    leaveUnconfirmed: async (index) => {
      await leaveTarget(index, { ...failed, errorCode: 'PUBLISH_UNCONFIRMED' });
      await addUnconfirmed(api, post.id, await targetIdAt(index));
    },
    succeedLate: async (index) => succeed(api, post.id, await targetIdAt(index)),
    consents: async () => {
      const rows = await db().select().from(targets).where(eq(targets.postId, post.id));
      return rows.toSorted((a, b) => a.order - b.order).map((row) => row.republishUnconfirmed);
    },
    requireApproval: async () => {
      const settings = { plan: 'TEAM', requireApproval: true } as const;
      await db().update(workspaces).set(settings).where(eq(workspaces.id, tenant.workspaceId));
    },
  };
}

async function addUnconfirmed({ deps, clock }: TestApi, postId: string, targetId: string): Promise<void> {
  const now = clock.now();
  await deps.db.insert(publishAttempts).values({
    id: deps.newId('attempt'),
    publicationId: targetId,
    accountIdentity: `X:${targetId}`,
    generation: 1,
    number: 1,
    workflowId: `publish-post:${postId}:1`,
    sentText: oldText,
    startedAt: now,
    outcome: 'UNCONFIRMED',
    finishedAt: now,
  });
}

async function succeed({ deps }: TestApi, postId: string, targetId: string): Promise<void> {
  const [attempt] = await deps.db
    .select()
    .from(publishAttempts)
    .where(eq(publishAttempts.publicationId, targetId));
  if (attempt === undefined) throw new Error(`${targetId} has no attempt.`);
  const input = { postId, targetId, step: 'POST', workflowId: attempt.workflowId } as const;
  const claim = { attemptId: attempt.id };
  const externalPostId = `late-${targetId}`;
  await recordSuccess(deps, input, claim, { externalPostId, externalUrl: null, reference: null });
}
