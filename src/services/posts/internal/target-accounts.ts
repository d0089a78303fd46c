import { sql } from 'drizzle-orm';
import { builtQuery } from '../../../db/built-query.js';
import type { Queryable } from '../../../db/client.js';
import { anyOf } from '../../../db/any-of.js';
import { socialAccounts } from '../../../db/schema/index.js';
import { partNames, type Shape } from '../../../domain/request-shape.js';
import { accountDisconnected, validationFailed, type ErrorDetail } from '../../../domain/errors.js';
import { authorizeResource, authorizeWorkspace } from '../../shared/rights/access.js';
import type { Reach } from '../../shared/context.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import type { PostRecord } from '../../post-records/records.js';
import type { TargetInput } from '../../post-records/types.js';

export interface ResolvedTarget {
  input: TargetInput;
  account: SocialAccountRow;
}

type TargetAccounts = ReadonlyMap<string, SocialAccountRow>;

/** Reads the accounts that targets name, by id, including disconnected ones. */
export async function readKnownAccounts(
  q: Queryable,
  inputs: readonly Pick<TargetInput, 'socialAccountId'>[],
): Promise<TargetAccounts> {
  const ids = inputs.map((input) => input.socialAccountId);
  const rows = await readAccounts(q, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

const readAccounts = builtQuery((q) =>
  q
    .select()
    .from(socialAccounts)
    .where(anyOf(socialAccounts.id, sql.placeholder('ids'))),
);

/** Reads the connected accounts that targets name, by id. */
export async function readTargetAccounts(
  q: Queryable,
  inputs: readonly Pick<TargetInput, 'socialAccountId'>[],
): Promise<TargetAccounts> {
  return connectedOf(await readKnownAccounts(q, inputs));
}

export function connectedOf(accounts: TargetAccounts): TargetAccounts {
  return new Map([...accounts].filter(([, { deletedAt }]) => deletedAt === null));
}

interface SentTargets {
  shape: Shape;
  targets: readonly TargetInput[];
}

/** The path of a target's account in the request, for errors. */
export function accountPath(shape: Shape, index: number): string {
  const { targets, account } = partNames[shape];
  return `${targets}.${index}.${account}`;
}

/** The workspace of the first account, which decides the post's workspace. Undefined if that account does not exist. */
function workspaceOf(inputs: readonly TargetInput[], accounts: TargetAccounts): string | undefined {
  return accounts.get(inputs[0]?.socialAccountId ?? '')?.workspaceId;
}

/**
 * Returns the workspace of a new post, and throws if the caller may not write there. The first account decides. The
 * caller must name the workspace if there are no accounts, and may name it otherwise.
 */
export function authorizeHome(
  reach: Reach,
  { shape, targets, workspaceId: named }: SentTargets & { workspaceId?: string },
  accounts: TargetAccounts,
): string {
  if (targets.length === 0 && named !== undefined) {
    authorizeWorkspace(reach, named, 'writePosts');
    return named;
  }
  const workspaceId = workspaceOf(targets, accounts);
  authorizeResource(reach, workspaceId, 'writePosts', accountPath(shape, 0));
  if (named === undefined || named === workspaceId) return workspaceId;
  const message = 'The first account is in another workspace.';
  throw validationFailed([{ path: 'workspaceId', code: 'other_workspace', message }]);
}

/**
 * Joins targets with their accounts, in the order of the request. An account that is missing or belongs to another
 * workspace is an error of the request (docs/contract.md#workspace-resolution).
 */
export function joinAccounts(
  { shape, targets: inputs }: SentTargets,
  accounts: TargetAccounts,
  workspaceId: string,
): ResolvedTarget[] {
  const details: ErrorDetail[] = [];
  const resolved = inputs.flatMap((input, index) => {
    const account = accounts.get(input.socialAccountId);
    if (account?.workspaceId === workspaceId) return [{ input, account }];
    details.push({
      path: accountPath(shape, index),
      code: 'unknown_account',
      message: 'There is no such social account in the post’s workspace.',
    });
    return [];
  });
  if (details.length > 0) throw validationFailed(details);
  return resolved;
}

/**
 * Resolves the targets of an edit. The first account is checked as for a new post. An account that the post already has
 * but that was disconnected since leads to 409 and not to "unknown", because the caller knows it.
 */
export async function resolveTargets(
  q: Queryable,
  reach: Reach,
  { shape, targets: inputs }: SentTargets,
  { post: { workspaceId }, targets: stored }: PostRecord,
): Promise<ResolvedTarget[]> {
  const known = await readKnownAccounts(q, inputs);
  const accounts = connectedOf(known);
  for (const [index, { socialAccountId: id }] of inputs.entries()) {
    const isStored = stored.some(({ socialAccountId }) => socialAccountId === id);
    if (isStored && !accounts.has(id)) throw accountDisconnected(id, accountPath(shape, index));
  }
  // An edit that removes all accounts from a draft names none, so there is no account to authorize.
  if (inputs.length === 0) return [];
  authorizeResource(reach, workspaceOf(inputs, accounts), 'writePosts', accountPath(shape, 0));
  return joinAccounts({ shape, targets: inputs }, accounts, workspaceId);
}
