import { z } from '@hono/zod-openapi';
import { listLimitMax } from '../../domain/limits.js';
import { hasPermission } from '../../domain/roles.js';
import { scopes, type Scope } from '../../domain/scopes.js';
import type { SocialAccountView } from '../../services/account-grants/types.js';
import type { RequestContext } from '../../services/shared/context.js';
import { reachedWorkspaces } from '../../services/shared/rights/access.js';
import { listSocialAccounts } from '../../services/social-accounts/list.js';
import { listWorkspaces } from '../../services/workspaces/list.js';
import type { WorkspaceView } from '../../services/workspaces/types.js';
import { exampleIds } from '../examples/ids.js';
import { idField, wireInstant } from '../openapi/fields.js';
import { toWorkspaceResponse, workspaceSchema } from '../routes/workspaces/schema.js';
import { ownTool } from './tool.js';

/** How many pages of accounts are read. With more accounts, a workspace that seems to have none is not reported. */
const accountPagesMax = 5;

const problemCodes = [
  'NO_WORKSPACE',
  'MAY_NOT_WRITE',
  'NO_ACCOUNT',
  'ACCOUNT_TOKEN_EXPIRED',
  'ACCOUNT_PERMISSIONS_MISSING',
] as const;

const problemSchema = z.object({
  code: z.enum(problemCodes).openapi({ description: 'The kind of problem.' }),
  message: z.string().openapi({ description: 'The problem, and what a person can do about it.' }),
  workspaceId: z
    .string()
    .nullable()
    .openapi({ description: 'The workspace that has the problem; null if it is none in particular.' }),
  socialAccountId: z
    .string()
    .nullable()
    .openapi({ description: 'The account that has the problem; null if it is none in particular.' }),
});
type Problem = z.output<typeof problemSchema>;

/** Reports which accounts and features a caller can use, and which steps a person must take first. */
export const checkSetup = ownTool({
  name: 'check_setup',
  title: 'Check the setup',
  description:
    'Returns the workspaces that you reach, with your role in each, the scopes of your key, which say what you may do, the problems that a person must solve before posts can be published, and the current time. Call it first.',
  input: z.strictObject({
    workspaceId: idField(exampleIds.workspace).optional().openapi({
      description: 'Only this workspace. Without it, all that you reach, the newest 100 of them.',
    }),
  }),
  output: z.object({
    now: wireInstant.openapi({ description: 'The current time of the server.' }),
    workspaces: z.array(workspaceSchema).openapi({ description: 'The workspaces that you reach.' }),
    scopes: z
      .array(z.enum(scopes))
      .openapi({ description: 'The scopes that the key has. All of them if it is not limited.' }),
    accountsCount: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'How many accounts were checked; null if the key lacks accounts:read.' }),
    problems: z
      .array(problemSchema)
      .openapi({ description: 'What is missing or broken. Empty if all is well.' }),
  }),
  run: async (ctx, { workspaceId }) => {
    // Refuses a workspace that the caller cannot access.
    reachedWorkspaces(ctx.reach, workspaceId);
    const only = workspaceId === undefined ? {} : { workspaceId };
    const own = scopesOf(ctx);
    const mayReadAccounts = own.includes('accounts:read');
    const { accounts, isComplete } = mayReadAccounts
      ? await readAccounts(ctx, only)
      : { accounts: [], isComplete: false };
    const { data } = await listWorkspaces(ctx, { limit: listLimitMax, sort: '-createdAt' });
    const workspaces = data.filter(({ id }) => workspaceId === undefined || id === workspaceId);
    return {
      now: ctx.clock.now().toISOString(),
      workspaces: workspaces.map(toWorkspaceResponse),
      scopes: own,
      accountsCount: mayReadAccounts ? accounts.length : null,
      problems: [
        ...(workspaces.length === 0 ? [noWorkspace] : []),
        ...workspaces.flatMap((workspace) => workspaceProblems(workspace, accounts, isComplete)),
        ...accounts.flatMap(accountProblems),
      ],
    };
  },
});

function scopesOf({ actor }: RequestContext): Scope[] {
  const limit = actor.kind === 'apiKey' ? actor.scopes : undefined;
  return scopes.filter((scope) => limit === undefined || limit.has(scope));
}

async function readAccounts(
  ctx: RequestContext,
  only: { workspaceId?: string },
): Promise<{ accounts: SocialAccountView[]; isComplete: boolean }> {
  const accounts: SocialAccountView[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < accountPagesMax; pages += 1) {
    const given: { cursor?: string } = cursor === null ? {} : { cursor };
    const page = await listSocialAccounts(ctx, {
      ...only,
      ...given,
      limit: listLimitMax,
      sort: '-createdAt',
    });
    accounts.push(...page.data);
    cursor = page.nextCursor;
    if (cursor === null) return { accounts, isComplete: true };
  }
  return { accounts, isComplete: false };
}

const noWorkspace: Problem = {
  code: 'NO_WORKSPACE',
  message:
    'The key reaches no workspace whose plan includes the API. A person must create a workspace or give the key access to one.',
  workspaceId: null,
  socialAccountId: null,
};

function workspaceProblems(
  { id, name, role }: WorkspaceView,
  accounts: readonly SocialAccountView[],
  isComplete: boolean,
): Problem[] {
  const of = { workspaceId: id, socialAccountId: null };
  const problems: Problem[] = [];
  if (!hasPermission(role, 'writePosts')) {
    const message = `In the workspace ${name}, the role ${role} may read posts but not change them. An owner or admin can change the role.`;
    problems.push({ code: 'MAY_NOT_WRITE', message, ...of });
  }
  if (isComplete && !accounts.some(({ workspaceId }) => workspaceId === id)) {
    const message = `The workspace ${name} has no account. A person must connect one in the dashboard.`;
    problems.push({ code: 'NO_ACCOUNT', message, ...of });
  }
  return problems;
}

function accountProblems({
  id,
  workspaceId,
  platform,
  handle,
  status,
  missingScopes,
}: SocialAccountView): Problem[] {
  const of = { workspaceId, socialAccountId: id };
  const problems: Problem[] = [];
  if (status === 'TOKEN_EXPIRED') {
    const message = `The access to ${handle} on ${platform} has ended. A person must reconnect the account.`;
    problems.push({ code: 'ACCOUNT_TOKEN_EXPIRED', message, ...of });
  }
  if (missingScopes.length > 0) {
    const message = `The account ${handle} on ${platform} lacks permissions: ${missingScopes.join(', ')}. A person must reconnect it and grant them.`;
    problems.push({ code: 'ACCOUNT_PERMISSIONS_MISSING', message, ...of });
  }
  return problems;
}
