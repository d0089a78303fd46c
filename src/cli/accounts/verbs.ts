import { platformDefinitions } from '../../platforms/index.js';
import type { SocialAccountView } from '../../services/account-grants/types.js';
import { checkSocialAccount } from '../../services/social-accounts/check.js';
import { deleteSocialAccount } from '../../services/social-accounts/delete.js';
import { getSocialAccount } from '../../services/social-accounts/get.js';
import { listSocialAccounts } from '../../services/social-accounts/list.js';
import { listLimitMax } from '../../domain/limits.js';
import { isYes } from '../terminal.js';
import type { AccountsRun } from './parts.js';

const indent = '    ';

export async function list({ ctx, args, print }: AccountsRun): Promise<number> {
  const { workspace } = args;
  let count = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listSocialAccounts(ctx, {
      limit: listLimitMax,
      sort: 'createdAt',
      ...(workspace !== undefined && { workspaceId: workspace }),
      ...(cursor !== undefined && { cursor }),
    });
    for (const account of page.data) for (const line of linesOf(ctx, account)) print(line);
    count += page.data.length;
    cursor = page.nextCursor;
  }
  if (count === 0) print('No account is connected.');
  return 0;
}

/** Checks an account at its platform and prints it. Returns exit code 1 if it must be reconnected or has an error. */
export async function check({ ctx, args, print }: AccountsRun): Promise<number> {
  const account = await checkSocialAccount(ctx, { socialAccountId: args.subject });
  for (const line of linesOf(ctx, account)) print(line);
  return account.status === 'ACTIVE' && account.lastError === null ? 0 : 1;
}

export async function remove({ ctx, args, ask, print }: AccountsRun): Promise<number> {
  const account = await getSocialAccount(ctx, { socialAccountId: args.subject });
  const named = `${account.handle} (${definitionOf(account)?.label ?? account.platform}, ${account.id})`;
  if (!args.yes) {
    if (ask === null) {
      print(`To disconnect ${named} without a prompt, add --yes.`);
      return 1;
    }
    const answer = await ask(`Disconnect ${named}? Its scheduled posts will fail. [y/N] `);
    if (!isYes(answer)) {
      print('Nothing was changed.');
      return 1;
    }
  }
  await deleteSocialAccount(ctx, { socialAccountId: account.id });
  print(`${named} was disconnected, and its tokens were deleted.`);
  return 0;
}

const definitionOf = ({ platform }: SocialAccountView) =>
  platformDefinitions.find(({ name }) => name === platform);

function linesOf({ platforms }: AccountsRun['ctx'], account: SocialAccountView): string[] {
  const { id, workspaceId, platform, status, sandbox, handle } = account;
  const { reconnectBy, missingScopes, lastError } = account;
  const path = definitionOf(account)?.path ?? platform;
  const isTyped = (platforms.get(platform)?.connect?.credentials ?? null) !== null;
  const again = `punctual accounts connect ${path}${isTyped ? ` --handle ${handle}` : ''} --reconnect ${id}`;
  return [
    [id, workspaceId, platform, status, sandbox ? 'sandbox' : 'real', handle].join('  '),
    ...(status === 'ACTIVE' ? [] : [`${indent}Reconnect it: ${again}`]),
    ...(reconnectBy === null || status !== 'ACTIVE'
      ? []
      : [`${indent}Reconnect it before ${reconnectBy.toISOString()}: ${again}`]),
    ...(missingScopes.length === 0
      ? []
      : [`${indent}Not granted: ${missingScopes.join(', ')}. To grant it: ${again}`]),
    ...(lastError === null ? [] : [`${indent}The platform reported: ${lastError}`]),
  ];
}
