import { AppError, findingsMax } from '../../domain/errors.js';
import type { EstimatedCost } from '../../domain/costs.js';
import type { Finding } from '../../domain/findings.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { RequestContext } from '../shared/context.js';
import { checkPostLimit, mediaCountFindings } from './internal/before-fetch.js';
import { checkNamedMedia } from './internal/named-media.js';
import { toDrafted } from './internal/platform-violations.js';
import {
  accountPath,
  authorizeHome,
  joinAccounts,
  readTargetAccounts,
  type ResolvedTarget,
} from './internal/target-accounts.js';
import { checkAltTexts, mediaPlacesIn } from '../post-records/alt-texts.js';
import { checkTargets } from './internal/check-content.js';
import { checkFuture } from './internal/checks.js';
import type { CreatePostInput } from './types.js';
import { grantWarnings } from './internal/warnings.js';
import { urlFindings } from './internal/url-findings.js';
import { hasMediaItems } from './internal/url-media.js';

export interface ValidationResult {
  valid: boolean;
  /** Findings about the post as a whole. */
  findings: Finding[];
  targets: ValidatedTarget[];
}

interface ValidatedTarget {
  socialAccountId: string;
  platform: PlatformName;
  findings: Finding[];
  /** The cost of publishing the target. Null if its platform bills nothing. */
  estimatedCost: EstimatedCost | null;
}

/**
 * Returns the findings that POST /posts would have for the same body, including all its validation errors, and writes
 * nothing. A caller who may not create the post gets the same error as there.
 */
export async function validatePost(ctx: RequestContext, input: CreatePostInput): Promise<ValidationResult> {
  const accounts = await readTargetAccounts(ctx.db, input.targets);
  const workspaceId = authorizeHome(ctx.reach, input, accounts);
  const resolved = joinAccounts(input, accounts, workspaceId);
  const findings = await postFindings(ctx, workspaceId, input);
  const targets = await targetFindings(ctx, workspaceId, input, resolved);
  const all = [...findings, ...targets.flatMap((target) => target.findings)];
  return { valid: all.every(({ severity }) => severity !== 'error'), findings, targets };
}

async function postFindings(
  ctx: RequestContext,
  workspaceId: string,
  input: CreatePostInput,
): Promise<Finding[]> {
  const { scheduledFor } = input;
  return [
    ...(await found(() => {
      if (scheduledFor !== null) checkFuture(scheduledFor, ctx.clock.now(), 'scheduledFor');
    })),
    ...(await found(() => checkNamedMedia(ctx.db, ctx, { workspaceId }, input))),
    ...(await found(() => checkAltTexts(input.mediaAltText, input.mediaIds, mediaPlacesIn(input)))),
    ...(await urlFindings(ctx, input)),
    ...(await quotaFindings(ctx, workspaceId)),
  ];
}

async function quotaFindings(ctx: RequestContext, workspaceId: string): Promise<Finding[]> {
  try {
    await checkPostLimit(ctx, workspaceId);
    return [];
  } catch (error) {
    if (!isPlanLimit(error)) throw error;
    const { limit, current: actual } = error.extras;
    return [
      { path: '', code: error.code.toLowerCase(), message: error.message, limit, actual, severity: 'error' },
    ];
  }
}

function isPlanLimit(error: unknown): error is AppError<'PLAN_LIMIT_POSTS' | 'PLAN_LIMIT_API_POSTS'> {
  return error instanceof AppError && /^PLAN_LIMIT_(API_)?POSTS$/.test(String(error.code));
}

/** Runs a check and returns the details of its validation error as findings. */
async function found(check: () => unknown): Promise<Finding[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!isValidationFailure(error)) throw error;
    return error.extras.details.map((detail) => ({ ...detail, severity: 'error' }));
  }
}

function isValidationFailure(error: unknown): error is AppError<'VALIDATION_FAILED'> {
  return error instanceof AppError && error.code === 'VALIDATION_FAILED';
}

async function targetFindings(
  ctx: RequestContext,
  workspaceId: string,
  input: CreatePostInput,
  resolved: readonly ResolvedTarget[],
): Promise<ValidatedTarget[]> {
  const content = { ...input, workspaceId, targets: resolved.map(toDrafted) };
  const byTarget = await checkTargets(ctx, content, { at: input.scheduledFor, postId: null });
  // Media given by URL are not fetched yet, so none are missing, and the number of the other media is not the total.
  const isUnfetched = hasMediaItems(input);
  const byCount = isUnfetched ? mediaCountFindings(ctx, content) : [];
  return resolved.map(({ account }, index) => {
    const counted = byCount[index] ?? [];
    const { findings = [], cost: estimatedCost = null } = byTarget[index] ?? {};
    const known = findings.filter(
      ({ code }) =>
        !(isUnfetched && code === 'media_required') &&
        !(counted.length > 0 && code === 'media_count_exceeded'),
    );
    const path = accountPath(input.shape, index);
    return {
      socialAccountId: account.id,
      platform: account.platform,
      findings: [
        ...[...known, ...counted].slice(0, findingsMax),
        ...grantWarnings(account, input.scheduledFor, { path }),
      ],
      estimatedCost,
    };
  });
}
